// @vitest-environment jsdom

import { cleanup, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import ScoreSheet from "../src/view/ScoreSheet.svelte";
import { RECORD } from "./fixtures";

afterEach(cleanup);

const sheet = RECORD.deals.map((deal) => deal.score);
const names = ["Sam", "Emil", "Ines", "Walt"] as const;

test("each deal is a row: bids, accumulated bags and score of both sides", () => {
  render(ScoreSheet, { sheet, viewer: 2, names, playing: true });
  const [first] = screen.getAllByRole("row").slice(2);
  if (!first) throw new Error("no rows");
  const cells = within(first).getAllByRole("cell").map((cell) => cell.textContent?.trim());
  const [us, them] = sheet[0]?.sides ?? [];
  expect(cells[0]).toBe("B0/3");
  expect(cells[1]).toBe(`${us?.after.bags}`);
  expect(cells[2]).toBe(`${us?.after.points}`.replace("-", "−"));
  expect(cells.slice(3)).toEqual(["3/3", `${them?.after.bags}`, `${them?.after.points}`.replace("-", "−")]);
});

test("a deal opens to show how its points came", async () => {
  render(ScoreSheet, { sheet, viewer: 2, names, playing: true });
  const button = screen.getByRole("button", { name: "Deal 1: how the points came" });
  button.click();
  expect(await screen.findByRole("rowheader", { name: "Contract" })).toBeTruthy();
  expect(button.getAttribute("aria-expanded")).toBe("true");
});

test("before the first deal ends there is a word about what will be here", () => {
  render(ScoreSheet, { sheet: [], viewer: 2, names, playing: true });
  expect(screen.getByText(/No deal is finished yet/)).toBeTruthy();
});
