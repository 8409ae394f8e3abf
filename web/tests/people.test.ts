// What people write, who is asked for what, and by which rules.

import { describe, expect, test } from "vitest";
import { bubbleTime, drafted, EMPTY, noticeText, spokenLine, unreadCount, withLines } from "../src/people/chatlog";
import { completions, usernames } from "../src/people/complete";
import { dressAsked, dressFrom } from "../src/people/dress";
import { pieces, spoken } from "../src/people/emoticons";
import { answerText, heard, type LiveState, received, sent, START } from "../src/people/live";
import { cardOf, PLAIN, rulesOf } from "../src/people/rulecard";
import { fieldProblem, fieldsAsked } from "../src/people/rulefields";
import { challenges, firstPlans, humanSeat, wanted, withDress, withKind, withUsername } from "../src/people/setup";
import { USUAL_LEVELS, withLevel } from "../src/people/setuplevels";
import type { Buddy, Challenge, ChatLine, Emoticon, LiveServerMessage, Person } from "../src/protocol.gen";
import { parse } from "../src/router";

const INES: Person = { id: "i", name: "Ines", avatar: "a01", username: "ines" };
const OTTO: Person = { id: "o", name: "Otto", avatar: "a02", username: "otto" };

function said(at: number, sender: Person, text: string, more: Partial<ChatLine> = {}): ChatLine {
  return { type: "chat", at, sender, voice: "say", text, to: null, ...more };
}

describe("the log of the chat", () => {
  test("has each line once, in the order of time", () => {
    const first = withLines(EMPTY, [said(2, OTTO, "b"), said(1, OTTO, "a")], null);
    const again = withLines(first, [said(2, OTTO, "b"), said(3, OTTO, "c")], null);
    expect(again.lines.map((line) => line.at)).toEqual([1, 2, 3]);
    expect(again.seen).toBe(3);
    expect(withLines(again, [said(3, OTTO, "c")], null)).toBe(again);
  });

  test("counts what others wrote while it was closed", () => {
    const log = withLines(EMPTY, [said(1, OTTO, "a"), said(2, INES, "b"), said(3, OTTO, "c")], "i");
    expect(log.unread).toEqual({ o: 2 });
    expect(unreadCount(log)).toBe(2);
  });

  test("says who says what, and how", () => {
    expect(spokenLine(said(1, OTTO, "hey", { voice: "yell" }), "i")).toBe("Otto yells: hey");
    expect(spokenLine(said(1, OTTO, "psst", { voice: "whisper", to: INES }), "i")).toBe("Otto whispers to you: psst");
    expect(spokenLine(said(1, INES, "psst", { voice: "whisper", to: OTTO }), "i")).toBe("You whisper to Otto: psst");
    expect(noticeText({ type: "system", at: 1, notice: "reconnected", person: INES }, "i")).toBe(
      "You are connected again.",
    );
    expect(noticeText({ type: "system", at: 1, notice: "stood_in_for", person: { ...OTTO, name: "$&" } }, "i")).toBe(
      "A computer plays for $&.",
    );
  });

  test("leaves long bubbles longer, but not for ever", () => {
    expect(bubbleTime("short")).toBe(4_000);
    expect(bubbleTime("x".repeat(70))).toBe(7_000);
    expect(bubbleTime("x".repeat(500))).toBe(12_000);
  });
});

describe("a draft", () => {
  test.each([
    ["hello", "say", "hello"],
    ["<y>hello", "yell", "hello"],
    ["< YELL > hello", "yell", "hello"],
    ["<think>hm", "think", "hm"],
    ["<w Otto>psst", "whisper", "psst"],
    ["<whisper otto the great> psst", "whisper", "psst"],
    ["<b>hello", "say", "<b>hello"],
    ["well <y>", "say", "well <y>"],
  ])("%s", (text, voice, words) => {
    expect(drafted(text)).toEqual({ voice, text: words });
  });
});

describe("emoticons", () => {
  const ALL: readonly Emoticon[] = [
    { id: "smile", name: "smiling", texts: [":)", ":-)"] },
    { id: "doubtful", name: "doubtful", texts: [":/"] },
    { id: "joy", name: "laughing to tears", texts: [":')"] },
    { id: "angry", name: "angry", texts: [">:("] },
    { id: "heart", name: "a heart", texts: ["<3"] },
  ];

  test.each([
    ["hello :)", "hello (smiling)"],
    [":-) hello", "(smiling) hello"],
    ["well, :).", "well, (smiling)."],
    ["see http://x.org", "see http://x.org"],
    ["(a:) b", "(a:) b"],
    [":') >:( <3", "(laughing to tears) (angry) (a heart)"],
    [":):)", ":):)"],
    ["<script>", "<script>"],
  ])("%s", (text, heardAs) => {
    expect(spoken(text, ALL)).toBe(heardAs);
  });

  test("no letter is lost or doubled", () => {
    const text = " :) a :/ b:) http:// :')!";
    expect(pieces(text, ALL).map((piece) => piece.text).join("")).toBe(text);
  });
});

describe("completion", () => {
  const buddy = (username: string, where: Buddy["where"]): Buddy => ({
    person: { id: username, name: username, avatar: "a01", username },
    where,
  });
  const ALL = [buddy("Bobby", "offline"), buddy("bonnie", "online"), buddy("carl", "playing")];

  test("goes by the beginning, without regard to case", () => {
    expect(completions(ALL, "BO")).toEqual(["bonnie", "Bobby"]);
    expect(completions(ALL, "bob")).toEqual(["Bobby"]);
    expect(completions(ALL, "Bobby")).toEqual([]);
    expect(completions(ALL, " ")).toEqual([]);
  });

  test("has those first who are here", () => {
    expect(usernames(ALL)).toEqual(["bonnie", "carl", "Bobby"]);
  });
});

describe("what happens around one", () => {
  const asked: Challenge = {
    id: "c",
    sender: INES,
    to: OTTO,
    seat: 0,
    title: "",
    rules: PLAIN,
    seats: [0, 1, 2, 3].map(() => ({ person: null, open: false, stand_in: null, agreed: false })) as Challenge["seats"],
    left: 60_000,
    table: null,
  };

  function told(me: Person, ...messages: LiveServerMessage[]): LiveState {
    const known: LiveState = { ...START, me: { person: me, guest: false }, sending: { w: "Otto" } };
    return messages.reduce<LiveState>((state, message) => heard(state, message, 1_000), known);
  }

  test("a challenge waits for its answer, on both sides", () => {
    const mine = told(INES, { type: "challenge_sent", id: "w", challenge: asked });
    expect(sent(mine).map((challenge) => challenge.until)).toEqual([61_000]);
    expect(mine.sending).toEqual({});
    expect(received(mine)).toEqual([]);
    expect(received(told(OTTO, { type: "challenge_received", challenge: asked }))).toHaveLength(1);
  });

  test.each([
    ["declined", "Otto declines."],
    ["timed_out", "Otto has not answered."],
    ["seat_gone", "Otto accepts, but the seat is taken meanwhile."],
  ] as const)("its sender hears that it is %s", (outcome, words) => {
    const state = told(
      INES,
      { type: "challenge_sent", id: "w", challenge: asked },
      { type: "challenge_ended", challenge: "c", outcome, table: null },
    );
    expect(state.challenges).toEqual([]);
    expect(state.answers.map(answerText)).toEqual([words]);
  });

  test("whoever was asked needs no word of what is gone", () => {
    const state = told(
      OTTO,
      { type: "challenge_received", challenge: asked },
      { type: "challenge_ended", challenge: "c", outcome: "withdrawn", table: null },
    );
    expect([state.challenges, state.answers]).toEqual([[], []]);
  });

  test("a refusal says why, in the words of the server", () => {
    const state = told(INES, {
      type: "challenge_refused",
      id: "w",
      reason: "unknown",
      detail: "Did you mean otto?",
      names: ["otto"],
    });
    expect(state.answers.map(answerText)).toEqual(["Did you mean otto?"]);
  });

  test("the lobby changes piece by piece", () => {
    const here = (person: Person, seeking: boolean) => ({ person, where: "online" as const, seeking });
    const state = told(
      INES,
      { type: "lobby", people: [here(INES, false), here(OTTO, false)], tables: [] },
      { type: "lobby_changed", people: [here(OTTO, true)], people_gone: ["i"], tables: [], tables_gone: [] },
    );
    expect(state.lobby?.people).toEqual([here(OTTO, true)]);
  });
});

describe("a card of rules", () => {
  test("holds any rules, and fits into an address", () => {
    const rules = { ...PLAIN, name: "Omas Regeln – süß", target: 250, blind_nil_points: 100, boston: true };
    expect(cardOf(rules)).toMatch(/^[\w-]+$/);
    expect(rulesOf(cardOf(rules))).toEqual(rules);
    expect(rulesOf(cardOf(PLAIN))).toEqual(PLAIN);
  });

  test.each(["", "%", "bm9uc2Vuc2U", "W10"])("%j is none", (card) => {
    expect(rulesOf(card)).toBeNull();
  });

  test("every rule has its field in the form", () => {
    expect([...fieldsAsked(), "name"].sort()).toEqual(Object.keys(PLAIN).sort());
  });

  test("the words of the server stand at their field", () => {
    expect(fieldProblem("target: Expected `int` >= 50")).toEqual({ field: "target", message: "at least 50" });
    expect(fieldProblem("rules.bag_limit: Expected `int` <= 20")).toEqual({ field: "bag_limit", message: "at most 20" });
    expect(fieldProblem("Something else")).toBeNull();
  });
});

describe("player setup", () => {
  const choices = {
    dress: null,
    rules: PLAIN,
    title: " Family ",
    private: true,
    computers: true,
    spectators: false,
    levels: withLevel(USUAL_LEVELS, 1, "expert"),
    hints: null,
    clock: 30,
  };

  test("one comes as in the profile, unless one wears something else", () => {
    expect(dressAsked({ name: " Ines ", avatar: "a01" }, INES)).toBeNull();
    expect(dressAsked({ name: "  ", avatar: "a01" }, INES)).toBeNull();
    expect(dressAsked({ name: "  ", avatar: "a09" }, INES)).toEqual({ name: "Ines", avatar: "a09" });
    const dress = dressAsked({ name: "Granny ", avatar: "a01" }, INES);
    expect(wanted({ ...choices, plans: firstPlans(null), dress }).dress).toEqual({ name: "Granny", avatar: "a01" });
  });

  test("what one wore last is offered again, to the same one alone", () => {
    const stored = '{"person":"i","name":"Granny","avatar":"a09"}';
    expect(dressFrom(stored, "i")).toEqual({ name: "Granny", avatar: "a09" });
    expect(dressFrom(stored, "o")).toBeNull();
  });

  test.each([null, "", "{", "7", '{"person":"i"}', '{"person":"i","name":7,"avatar":"a01"}'])(
    "%j holds no dress",
    (stored) => {
      expect(dressFrom(stored, "i")).toBeNull();
    },
  );

  test("a challenged player sits across", () => {
    expect(challenges(firstPlans("otto"))).toEqual([{ seat: 0, username: "otto" }]);
    expect(challenges(firstPlans(null))).toEqual([]);
  });

  test("there is one human seat; whoever moves leaves a computer behind", () => {
    const moved = withKind(firstPlans(null), 1, "human");
    expect(humanSeat(moved)).toBe(1);
    expect(moved[2].kind).toBe("computer");
    expect(withKind(moved, 1, "computer")).toBe(moved);
  });

  test("companions have names and faces of their own, and no seat waits for them", () => {
    const two = withKind(withKind(firstPlans(null), 1, "companion"), 3, "companion");
    expect(new Set([two[1].name, two[3].name]).size).toBe(2);
    expect(new Set([two[1].avatar, two[3].avatar]).size).toBe(2);
    const plans = withDress(two, 3, " Anna ", "a07");
    expect(wanted({ ...choices, plans, computers: false })).toMatchObject({
      open_seats: [0],
      companions: [
        { seat: 1, name: "Friend 2", avatar: "a02" },
        { seat: 3, name: "Anna", avatar: "a07" },
      ],
    });
    const nameless = withDress(two, 1, "  ", "a02");
    expect(wanted({ ...choices, plans: nameless }).companions?.[0]?.name).toBe("Friend");
  });

  test("network seats wait for people, and all do where no computers may sit", () => {
    const plans = withUsername(withKind(firstPlans(null), 3, "network"), 3, " otto ");
    expect(wanted({ ...choices, plans })).toMatchObject({
      seat: 2,
      open_seats: [3],
      turn_seconds: 30,
      options: { title: "Family", spectators: false, hints: null },
      levels: [null, "expert", null, null],
    });
    expect(wanted({ ...choices, plans, computers: false }).open_seats).toEqual([0, 1, 3]);
    expect(challenges(plans)).toEqual([{ seat: 3, username: "otto" }]);
  });
});

test.each([
  ["/new", { page: "setup", opponent: null, card: null }],
  ["/new/with/otto", { page: "setup", opponent: "otto", card: null }],
  ["/new/by/e30", { page: "setup", opponent: null, card: "e30" }],
  ["/new/nothing", { page: "missing" }],
  ["/card/e30", { page: "card", card: "e30" }],
  ["/buddies", { page: "buddies" }],
  ["/account", { page: "account" }],
  ["/account/x", { page: "missing" }],
])("the page at %s", (path, route) => {
  expect(parse(path)).toEqual(route);
});

test.each(["/t/%E0%A4%A", "/%", "/card/%C3", "/new/with/%ff"])("%s was cut off, and is no page", (path) => {
  expect(parse(path)).toEqual({ page: "missing" });
});
