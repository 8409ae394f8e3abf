// The REST calls about people.

import { call } from "../api";
import type {
  Buddy,
  Credentials,
  Done,
  Emoticon,
  Export,
  LobbyState,
  Me,
  NewPassword,
  NewReport,
  Person,
  PlayNow,
  RuleSet,
  RulesVerdict,
  Seat,
  Settings,
  SettingsChange,
  TableSummary,
  Target,
} from "../protocol.gen";

export const calls = {
  signUp: (credentials: Credentials) => call<Me>("POST", "/sign-up", credentials),
  signIn: (credentials: Credentials) => call<Me>("POST", "/sign-in", credentials),
  signOut: () => call<Done>("POST", "/sign-out", {}),
  signOutEverywhere: () => call<Done>("POST", "/sign-out-everywhere", {}),
  changePassword: (change: NewPassword) => call<Me>("POST", "/my/password", change),
  deleteAccount: (password: string) => call<Done>("POST", "/my/deletion", { password }),
  export: () => call<Export>("GET", "/my/export"),
  changeSettings: (change: SettingsChange) => call<Settings>("PATCH", "/my/settings", change),
  emoticons: () => call<Emoticon[]>("GET", "/emoticons"),
  addBuddy: (username: string) => call<Buddy[]>("POST", "/my/buddies", { username }),
  removeBuddies: (people: readonly string[]) => call<Buddy[]>("POST", "/my/buddies/removal", { people }),
  blocks: () => call<Person[]>("GET", "/my/blocks"),
  block: (target: Target) => call<Person[]>("POST", "/my/blocks", target),
  unblock: (people: readonly string[]) => call<Person[]>("POST", "/my/blocks/removal", { people }),
  mutes: () => call<Person[]>("GET", "/my/mutes"),
  mute: (target: Target) => call<Person[]>("POST", "/my/mutes", target),
  unmute: (people: readonly string[]) => call<Person[]>("POST", "/my/mutes/removal", { people }),
  report: (report: NewReport) => call<Done>("POST", "/reports", report),
  lobby: () => call<LobbyState>("GET", "/lobby"),
  playNow: (wish: PlayNow) => call<TableSummary>("POST", "/play-now", wish),
  takeSeat: (table: string, seat: Seat | null) =>
    call<TableSummary>("POST", `/tables/${encodeURIComponent(table)}/seat`, { seat }),
  checkRules: (rules: RuleSet) => call<RulesVerdict>("POST", "/rules/check", rules),
};
