import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRecord, RecordError, recordPath, type SigningRecord } from "./record.ts";
import type { RecordEntry, RecordLine } from "./record-line.ts";

const WALLET = "7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3";
const folder = () => mkdtempSync(join(tmpdir(), "bbux-record-"));
const at = (time: string) => new Date(`2026-11-23T${time}.000Z`);
const signed = (reference: string): RecordEntry => ({
  what: "signed",
  kind: "pay",
  reference,
  destination: "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi",
  lamports: 9_007_199_254_740_993n,
  priorityFee: 7n,
  networkFee: 5_007n,
  nonce: { address: "nonce", value: "value" },
  signature: `signature of ${reference}`,
  fence: { number: 3, identity: "server/1" },
  keys: { hot: 2, nonce: 1 },
});

function open(dir: string, wallet = WALLET) {
  const lines: RecordLine[] = [];
  const record = openRecord(dir, wallet, (line) => lines.push(line));
  return { record, lines };
}

/** A record of three lines that is closed. @returns its directory and its lines as text */
function written(): { dir: string; path: string; texts: string[] } {
  const dir = folder();
  const { record } = open(dir);
  for (const reference of ["a", "b", "c"]) record.append(signed(reference), at("10:00:00"));
  record.close();
  const path = recordPath(dir);
  return { dir, path, texts: readFileSync(path, "utf8").split("\n").slice(0, -1) };
}

const refusal = (dir: string): string => {
  try {
    open(dir).record.close();
    return "opened";
  } catch (error) {
    expect(error).toBeInstanceOf(RecordError);
    return (error as RecordError).message;
  }
};

describe("the signer's record", () => {
  it("has every line again after it was opened anew, with exact amounts, readable by its owner only", () => {
    const dir = folder();
    const first = open(dir);
    const line = first.record.append(signed("a"), at("10:00:00"));
    expect(line).toEqual({ ...signed("a"), position: 1, at: "2026-11-23T10:00:00.000Z" });
    first.record.append(signed("b"), at("10:00:01"));
    first.record.close();
    const { record, lines } = open(dir);
    expect(lines).toEqual(first.lines);
    expect([record.length, record.lastAt, record.at(1), record.after(1, 5)]).toEqual([
      2,
      at("10:00:01"),
      line,
      [lines[1]],
    ]);
    expect(statSync(recordPath(dir)).mode & 0o777).toBe(0o600);
    record.close();
  });

  it("loses a last line that a crash cut short, wherever, which nobody was answered for, and goes on after it", () => {
    const { path, dir, texts } = written();
    const whole = readFileSync(path);
    const two = Buffer.byteLength(`${texts[0]}\n${texts[1]}\n`);
    for (let end = two; end < whole.byteLength; end += 7) {
      writeFileSync(path, whole.subarray(0, end));
      const { record } = open(dir);
      expect(record.length).toBe(2);
      record.append(signed("c"), at("10:00:00"));
      record.close();
      expect(readFileSync(path).equals(whole), `cut at ${end}`).toBe(true);
    }
  });

  it("loses a last line with a hole, as a power failure leaves it", () => {
    const { path, dir } = written();
    const whole = readFileSync(path);
    whole.fill(0, whole.byteLength - 200, whole.byteLength - 100);
    writeFileSync(path, whole);
    const { record } = open(dir);
    expect(record.length).toBe(2);
    record.close();
  });

  it.each<[string, (texts: string[]) => string[], string]>([
    [
      "an amount changed in an earlier line",
      (texts) => texts.map((text, nth) => (nth === 1 ? text.replace("9007199254740993", "1") : text)),
      "Line 2 of PATH was changed",
    ],
    [
      "an amount changed in the last line",
      (texts) => texts.map((text, nth) => (nth === 2 ? text.replace("9007199254740993", "1") : text)),
      "Line 3 of PATH was changed",
    ],
    ["an earlier line removed", ([one = "", , three = ""]) => [one, three], "Line 2 of PATH doesn't follow"],
    ["its beginning removed", (texts) => texts.slice(1), "Line 1 of PATH doesn't follow"],
    ["two lines swapped", ([one = "", two = "", three = ""]) => [one, three, two], "Line 2 of PATH doesn't follow"],
    ["a line twice", ([one = "", ...rest]) => [one, one, ...rest], "Line 2 of PATH doesn't follow"],
    ["a line that is no line", (texts) => [...texts, "hello"], "Line 4 of PATH was changed"],
  ])("with %s isn't opened, and a sentence says where", (_, change, sentence) => {
    const { path, dir, texts } = written();
    const changed = `${change(texts).join("\n")}\n`;
    writeFileSync(path, changed);
    expect(refusal(dir)).toContain(sentence.replace("PATH", path));
    expect(readFileSync(path, "utf8")).toBe(changed);
  });

  it("of another wallet isn't opened", () => {
    const { dir } = written();
    expect(() => open(dir, "another")).toThrow("another wallet's");
  });

  it("never goes back in time, whatever the clock says, also not after it was opened anew", () => {
    const dir = folder();
    let { record } = open(dir);
    record.append(signed("a"), at("10:00:00"));
    expect(record.append(signed("b"), at("09:00:00")).at).toBe("2026-11-23T10:00:00.000Z");
    record.close();
    ({ record } = open(dir));
    expect(record.append(signed("c"), at("08:00:00")).at).toBe("2026-11-23T10:00:00.000Z");
    expect(record.append(signed("d"), at("11:00:00")).at).toBe("2026-11-23T11:00:00.000Z");
    record.close();
  });

  it("takes nothing more once a line couldn't be written, and has what is on disk when it is opened again", () => {
    const { dir, path } = written();
    const { record } = open(dir);
    // As for a disk that takes no more writes.
    record.close();
    expect(() => record.append(signed("d"), at("10:00:00"))).toThrow(RecordError);
    expect(() => record.append(signed("d"), at("10:00:00"))).toThrow("can't be written");
    appendFileSync(path, "0123");
    const again: { record: SigningRecord } = open(dir);
    expect(again.record.length).toBe(3);
    again.record.close();
  });
});
