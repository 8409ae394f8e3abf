// The emoticons as drawings in a box of 24 by 24: filled shapes, then strokes.

export interface Drawing {
  /** Colour and path. */
  readonly fills: readonly (readonly [colour: string, path: string])[];
  /** Colour, width and path. */
  readonly strokes: readonly (readonly [colour: string, width: number, path: string])[];
}

const INK = "#3b2606";
const YELLOW = "#ffcf4d";
const RED = "#e0454b";
const BLUE = "#4aa3e8";
const WHITE = "#ffffff";
const HEAD = "M12 1.500a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21z";
const EYES = "M8.500 8a1.400 1.800 0 1 0 .01 0zM15.500 8a1.400 1.800 0 1 0 .01 0z";
const LEFT_EYE = "M8.500 8a1.400 1.800 0 1 0 .01 0z";
const JOLLY = "M6.500 10.500q2-3 4 0M13.500 10.500q2-3 4 0";
const SMILE = "M7 14.500q5 5 10 0";
const FROWN = "M7.500 17.500q4.500-4.500 9 0";
const OPEN = "M6.500 13.500h11q-.5 6-5.500 6t-5.500-6z";
const TONGUE = "M10.500 16h5v3a2.500 2.500 0 0 1-5 0z";
const HEART = "M12 21C3 14.500 1.500 10 3.500 6.500S10 3.500 12 7.500c2-4 6.500-4.500 8.500-1S21 14.500 12 21z";
const SPADE = "M12 2c3 4.500 8.500 7 8.500 11.500 0 4-5 5.500-7 2.500.2 2.500 1 4.500 2.500 6H8c1.500-1.500 2.300-3.500 2.500-6-2 3-7 1.500-7-2.500C3.500 9 9 6.500 12 2z";
const THUMB = "M4 11h4v10H4zM9 11l3.500-8c2.500 0 2.800 2.500 1.700 6H19c2 0 2 2.500 1 3.300 1 1 .8 2.500-.4 3 .7 1 .2 2.300-.9 2.700.3 1.500-.6 2.500-2 2.500H9z";
const FLIPPED = "M4 13h4V3H4zM9 13l3.500 8c2.500 0 2.800-2.500 1.700-6H19c2 0 2-2.500 1-3.300 1-1 .8-2.500-.4-3 .7-1 .2-2.300-.9-2.700C19 4.500 18.100 3.500 16.700 3.500H9z";

type Fills = Drawing["fills"];

/** A yellow face with strokes in ink, and what else there is. */
function face(ink: string, eyes: string, fills: Fills = [], head: string = YELLOW): Drawing {
  return {
    fills: [[head, HEAD], ...(eyes ? ([[INK, eyes]] as const) : []), ...fills],
    strokes: [
      [INK, 0.8, HEAD],
      [INK, 1.7, ink],
    ],
  };
}

const TEAR: Fills[number] = [BLUE, "M17.500 12.500c2 2.500 2.500 4 1 5.200s-3-.2-2.500-2z"];

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  smile: face(SMILE, EYES),
  wink: face(`${SMILE}M13.500 9.800h4`, LEFT_EYE),
  grin: face("", EYES, [[WHITE, OPEN]]),
  laugh: face("M6.500 8l3.500 2-3.500 2M17.500 8 14 10l3.500 2", "", [[INK, OPEN]]),
  joy: face(JOLLY, "", [[INK, OPEN], TEAR, [BLUE, "M6.500 12.500c-2 2.500-2.500 4-1 5.200s3-.2 2.500-2z"]]),
  tongue: face(SMILE, EYES, [[RED, TONGUE]]),
  cheeky: face(`${SMILE}M13.500 9.800h4`, LEFT_EYE, [[RED, TONGUE]]),
  sad: face(FROWN, EYES),
  cry: face(FROWN, EYES, [TEAR]),
  angry: face(`${FROWN}M6 6.500l4 2M18 6.500l-4 2`, "M8.500 9a1.400 1.600 0 1 0 .01 0zM15.500 9a1.400 1.600 0 1 0 .01 0z", [], "#ff9b6b"),
  devil: face(`${SMILE}M6 6.500l4 2M18 6.500l-4 2`, "M8.500 9a1.400 1.600 0 1 0 .01 0zM15.500 9a1.400 1.600 0 1 0 .01 0z", [[RED, "M4 6 2.500.500 8 3zM20 6l1.500-5.500L16 3z"]], "#c58be8"),
  angel: face(SMILE, EYES, [["#fff3c4", "M12 0c4 0 7 .9 7 2.200S16 4.500 12 4.500s-7-1-7-2.300S8 0 12 0zm0 1.500c-2.500 0-4.500.3-4.500.8s2 .8 4.500.8 4.500-.3 4.500-.8-2-.8-4.500-.8z"]]),
  surprised: face("", EYES, [[INK, "M12 13.500a2.800 3.200 0 1 0 .01 0z"]]),
  shocked: face("M6.500 5.500q2-1.500 4-.5M17.500 5.500q-2-1.500-4-.5", "M8.300 7a2 2.400 0 1 0 .01 0zM15.700 7a2 2.400 0 1 0 .01 0z", [[INK, "M7.500 19q0-6 4.500-6t4.500 6z"]]),
  confused: face("M7 16.500q1.700-2.500 3.300 0t3.300 0 3.400 0", EYES),
  doubtful: face("M8 17l8-2.500M13.500 6l4-.8", EYES),
  neutral: face("M7.500 16h9", EYES),
  cool: face(SMILE, "", [[INK, "M3.500 7.500h17v2.500c0 3-6.500 3.500-7.500 0h-2c-1 3.500-7.500 3-7.500 0z"]]),
  kiss: face("M11 13.500q3 .5.500 1.800 2.500 1.300-.5 2.200M6.500 10q2-2.500 4 0", "M15.500 8a1.400 1.800 0 1 0 .01 0z", [[RED, "M19 20c-3-2.200-3.500-3.700-2.800-4.900s2.100-1 2.800.3c.7-1.300 2.100-1.500 2.800-.3S22 17.800 19 20z"]]),
  blush: face("M8.500 15.500q3.500 2.500 7 0M6.500 10q2-2.500 4 0M13.500 10q2-2.500 4 0", "", [["#ff8f8f", "M6 12a2.200 1.500 0 1 0 .01 0zM18 12a2.200 1.500 0 1 0 .01 0z"]]),
  sealed: face("M7 16h10M8.500 14.300v3.400M10.800 14.300v3.400M13.200 14.300v3.400M15.500 14.300v3.400", EYES),
  sleepy: face("M6.500 10q2 2 4 0M13.500 10q2 2 4 0M10.500 16h3M17 2.500h4l-4 4h4", ""),
  thinking: face("M8 16.500l7-1M6.500 6.500l3.500-1M14 6.200q2-1.500 3.700-.2", EYES, [["#e0a52c", "M5 18h5l-1 2.200q3 .3 3 1.800H6.500q-1.500-2-1.500-4z"]]),
  rolling: face("M8 16.500h8", "", [[WHITE, "M8.500 6.500a2.600 2.600 0 1 0 .01 0zM15.500 6.500a2.600 2.600 0 1 0 .01 0z"], [INK, "M8.500 6.500a1.300 1.300 0 1 0 .01 0zM15.500 6.500a1.300 1.300 0 1 0 .01 0z"]]),
  heart: { fills: [[RED, HEART]], strokes: [["#7c1b20", 0.8, HEART]] },
  "broken-heart": { fills: [[RED, HEART]], strokes: [["#7c1b20", 0.8, HEART], [WHITE, 1.8, "M12 6.500l-2 4 4 3-2.500 3 .8 4"]] },
  "thumbs-up": { fills: [[YELLOW, THUMB]], strokes: [[INK, 1, THUMB]] },
  "thumbs-down": { fills: [[YELLOW, FLIPPED]], strokes: [[INK, 1, FLIPPED]] },
  clap: {
    fills: [[YELLOW, "M5 20q-3-5 1-8l5-6q1.500-1 2 .5L11 11l5.500-4q1.800-.5 1.500 1.200l-2 2 2.500-1q1.500.2 1 1.800l-1 1.500q1.500 0 1 1.500l-4 4.500q-5 5-9.500 1.500z"]],
    strokes: [[INK, 1, "M5 20q-3-5 1-8l5-6q1.500-1 2 .5L11 11l5.500-4q1.800-.5 1.500 1.200l-2 2 2.500-1q1.500.2 1 1.800l-1 1.500q1.500 0 1 1.500l-4 4.500q-5 5-9.500 1.500z"], [YELLOW, 1.6, "M15 1v3M19.500 2.500 18 5M22.500 6.500 20 8"]],
  },
  wave: {
    fills: [[YELLOW, "M7 21q-4-3-3-9l1-5.500q1.500-.8 2 .8L7.500 11 9 3.500q1.700-.8 2 .8l-.5 6L13 3.500q1.700-.5 2 1l-1.500 6.500 3-4.500q1.700-.2 1.500 1.400L15.500 14l3-1.500q1.700.1 1 1.700L14 20.500q-3 2.500-7 .5z"]],
    strokes: [[INK, 1, "M7 21q-4-3-3-9l1-5.500q1.500-.8 2 .8L7.500 11 9 3.500q1.700-.8 2 .8l-.5 6L13 3.500q1.700-.5 2 1l-1.500 6.500 3-4.500q1.700-.2 1.500 1.400L15.500 14l3-1.500q1.700.1 1 1.700L14 20.500q-3 2.500-7 .5z"], [BLUE, 1.5, "M19 2.500q2.500 1.500 3 4M1 16q.5 3.500 3 5.500"]],
  },
  spade: { fills: [["#10151c", SPADE]], strokes: [["#c9d6e6", 1, SPADE]] },
  cards: {
    fills: [[WHITE, "M3 6.500 11 3.500l5 14-8 3z"], ["#fdfbf3", "M13 4h8.500v15H13z"], [RED, "M17.200 15c-3-2.200-3.500-3.700-2.800-4.900s2.100-1 2.800.3c.7-1.300 2.100-1.500 2.800-.3s.2 2.700-2.800 4.900z"]],
    strokes: [["#10151c", 1, "M13 8.500 11 3.500 3 6.500l5 14 5-1.900M13 4h8.500v15H13z"]],
  },
};

/** How an emoticon looks; one from a newer server stays text. */
export function drawing(id: string): Drawing | null {
  return DRAWINGS[id] ?? null;
}
