// Twenty-four friends to be at the table, drawn from a few shapes, and a face for computers.

import type { Seat } from "./protocol.gen";

type Ears = "round" | "point" | "long" | "flop" | "horn" | "crest" | "antler" | "none";
type Face = "muzzle" | "beak" | "mask" | "stripe" | "snout" | "whiskers" | "discs" | "frog";

export interface Portrait {
  readonly name: string;
  readonly sky: string;
  readonly fur: string;
  readonly light: string;
  readonly dark: string;
  readonly ears: Ears;
  readonly face: Face;
}

type Row = readonly [string, string, string, string, string, Ears, Face];

/** Name, background, fur, light parts, dark parts, ears, face. */
const ROWS: readonly Row[] = [
  ["fox", "#2f5d8c", "#e8833a", "#fff3e2", "#3a1d0c", "point", "muzzle"],
  ["bear", "#c98f3c", "#7a4a2a", "#d9ac7d", "#2a150a", "round", "muzzle"],
  ["rabbit", "#6a8f4e", "#d8d2cc", "#f7b9b9", "#4a3a3a", "long", "whiskers"],
  ["owl", "#3d3a6b", "#8a6a4a", "#f2e3c6", "#2b1c10", "horn", "discs"],
  ["panda", "#4d8c7a", "#f6f4ee", "#ffffff", "#22252b", "round", "mask"],
  ["cat", "#7a3f5c", "#8e96a3", "#f1f2f4", "#25282e", "point", "whiskers"],
  ["frog", "#2d6f8f", "#6fb34a", "#c9e8a0", "#1c3312", "none", "frog"],
  ["deer", "#456b3c", "#b9793f", "#f3dcbc", "#3b2110", "antler", "muzzle"],
  ["dog", "#b4543c", "#e3c08f", "#fff5e4", "#4a2b14", "flop", "muzzle"],
  ["robin", "#5b7fa6", "#7b5b45", "#e2673b", "#2a1c13", "crest", "beak"],
  ["badger", "#7d7a3c", "#5b5f66", "#f5f5f0", "#1d1f24", "round", "stripe"],
  ["pig", "#3f7f5f", "#f0a9a9", "#f9cdc8", "#7c3a3f", "flop", "snout"],
  ["penguin", "#4f9cc0", "#2b3340", "#fdfdf8", "#11151c", "none", "beak"],
  ["tiger", "#356b57", "#f0a030", "#fff2d8", "#33210a", "round", "whiskers"],
  ["koala", "#8a6aa8", "#9ba3ad", "#e6e0e4", "#2b2e35", "round", "snout"],
  ["wolf", "#334a63", "#75808f", "#eef1f4", "#1f252d", "point", "stripe"],
  ["hare", "#a8773f", "#a5825c", "#ecd8bb", "#38260f", "long", "muzzle"],
  ["parrot", "#c2a13c", "#2f9e62", "#f2c230", "#12331f", "crest", "beak"],
  ["otter", "#3a8599", "#6d4b35", "#dcc3a2", "#25150c", "none", "whiskers"],
  ["raccoon", "#6b5a3f", "#8d9096", "#f3f3ef", "#23252a", "point", "mask"],
  ["moose", "#7f8f5a", "#6b4a33", "#c9a583", "#2a190d", "antler", "snout"],
  ["barn owl", "#4b5f3e", "#d6a35c", "#fff8e8", "#3a2a15", "none", "discs"],
  ["lynx", "#5a4a78", "#c99a5b", "#fbeed6", "#33220f", "horn", "whiskers"],
  ["newt", "#8c4a3a", "#3d6f6a", "#f0a54a", "#10201f", "none", "frog"],
];

export const AVATARS: readonly string[] = ROWS.map((_, i) => `a${String(i + 1).padStart(2, "0")}`);

const PORTRAITS: readonly Portrait[] = ROWS.map(([name, sky, fur, light, dark, ears, face]) => ({
  name,
  sky,
  fur,
  light,
  dark,
  ears,
  face,
}));

/** The portrait of an avatar; an id from a newer server gets one of these, too. */
export function portrait(avatar: string): Portrait {
  const number = AVATARS.indexOf(avatar);
  const known = PORTRAITS[number === -1 ? avatar.length % PORTRAITS.length : number];
  if (known === undefined) throw new Error("there are avatars");
  return known;
}

/** The two colours of a computer's face. */
export function computerColours(seat: Seat): readonly [sky: string, face: string] {
  return (
    [
      ["#3b4a6b", "#a9bfe8"],
      ["#5c4466", "#d8b4e2"],
      ["#3c5f57", "#a5dccb"],
      ["#66523b", "#ecc999"],
    ] as const
  )[seat];
}
