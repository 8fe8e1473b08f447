// The rows of the table of features, and the assertions about the wire, in the facts about the Runtime SDK.
import type { CitedDocument } from "../check-lines.ts";
import { demandsOfRow } from "./facts-cells.ts";

/** Each line with the demands that cite it. */
export const factsRows: CitedDocument = {
  document: "runtime-sdk.md",
  demanding: { says: "is a row of the features, or an assertion about the wire", lines: rowsOfFeatures },
  demands: { count: 47, sha256: "329a340396c9" },
  lines: [
    { line: 546, sha256: "d02e45f2dd14", ids: demandsOfRow(1) },
    { line: 547, sha256: "56c38383e3c9", ids: demandsOfRow(2) },
    { line: 548, sha256: "7d2a631a7b38", ids: demandsOfRow(3) },
    { line: 549, sha256: "8b90371e608a", ids: demandsOfRow(4) },
    { line: 550, sha256: "0013f23a26a3", ids: demandsOfRow(5) },
    { line: 551, sha256: "71827146ffd8", ids: demandsOfRow(6) },
    { line: 552, sha256: "5445a67efd4f", ids: demandsOfRow(7) },
    { line: 553, sha256: "e9e2435ed5f9", ids: demandsOfRow(8) },
    { line: 554, sha256: "c877cc14d566", ids: demandsOfRow(9) },
    { line: 555, sha256: "d3910d7a0614", ids: demandsOfRow(10) },
    { line: 556, sha256: "f1b9c024bcd2", ids: demandsOfRow(11) },
    { line: 557, sha256: "8654145f4964", ids: demandsOfRow(12) },
    { line: 558, sha256: "373eccd1df7d", ids: demandsOfRow(13) },
    { line: 559, sha256: "287e47b37ab3", ids: demandsOfRow(14) },
    { line: 560, sha256: "5428580a9552", ids: demandsOfRow(15) },
    { line: 561, sha256: "03345c5d0820", ids: demandsOfRow(16) },
    { line: 562, sha256: "a3b2b1092d6b", ids: demandsOfRow(17) },
    { line: 563, sha256: "91cfb0fd3fa2", ids: demandsOfRow(18) },
    { line: 564, sha256: "c22600e4461f", ids: demandsOfRow(19) },
    { line: 565, sha256: "424478d7d0aa", ids: demandsOfRow(20) },
    { line: 566, sha256: "b1c1e30afdcb", ids: demandsOfRow(21) },
    { line: 567, sha256: "a18e9e0db9e2", ids: demandsOfRow(22) },
    { line: 568, sha256: "3de91fa5137b", ids: demandsOfRow(23) },
    { line: 569, sha256: "9a9596d132d3", ids: demandsOfRow(24) },
    { line: 570, sha256: "638c7afb5635", ids: demandsOfRow(25) },
    { line: 571, sha256: "8281af957504", ids: demandsOfRow(26) },
    { line: 572, sha256: "fd60c2003ffd", ids: demandsOfRow(27) },
    { line: 573, sha256: "9e6f4470e835", ids: demandsOfRow(28) },
    { line: 574, sha256: "9b206f7bed70", ids: demandsOfRow(29) },
    { line: 575, sha256: "d88d1376dae6", ids: demandsOfRow(30) },
    { line: 576, sha256: "7dd77f236fc4", ids: demandsOfRow(31) },
    { line: 577, sha256: "ef367e99a0ee", ids: demandsOfRow(32) },
    { line: 581, sha256: "2db18cc44257", ids: ["wire/1"] },
    { line: 582, sha256: "515e77ae84b2", ids: ["wire/2"] },
    { line: 583, sha256: "aea590801508", ids: ["wire/3"] },
    { line: 584, sha256: "5fa8a998d81a", ids: ["wire/4"] },
    { line: 585, sha256: "ce9f0b71f67d", ids: ["wire/5"] },
    { line: 586, sha256: "d142ea957577", ids: ["wire/6"] },
    { line: 587, sha256: "dee468f99b77", ids: ["wire/7"] },
    { line: 588, sha256: "e7ad984f2fb8", ids: ["wire/8"] },
    { line: 589, sha256: "e6427b105863", ids: ["wire/9"] },
    { line: 590, sha256: "3534d2d353f2", ids: ["wire/10"] },
    { line: 591, sha256: "71ab74be07ef", ids: ["wire/11"] },
    { line: 592, sha256: "bb0ae0a03065", ids: ["wire/12"] },
    { line: 593, sha256: "a8f4ac394b27", ids: ["wire/13"] },
    { line: 594, sha256: "8f4c9a6e6469", ids: ["wire/14"] },
    { line: 595, sha256: "0005144e6f03", ids: ["wire/15"] },
  ],
};

/** The rows of sections 10 and 10.1 that have a number. */
function rowsOfFeatures(rows: readonly string[]): readonly number[] {
  const [from, to] = [
    rows.findIndex((row) => row.startsWith("## 10.")),
    rows.findIndex((row) => row.startsWith("## 11.")),
  ];
  return rows.flatMap((row, i) => (i > from && i < to && /^(?:\| \d+ \||\d+\. )/.test(row) ? [i + 1] : []));
}
