import { expect, test } from "vitest";
import { backupLine, diskLine, nodeLine } from "./machine.ts";

const GB = 1e9;

test("a disk that fills up warns below a fifth and fails below a twentieth or a gigabyte", () => {
  expect(diskLine({ free: 50 * GB, size: 100 * GB }, "/data")).toMatchObject({ state: "ok" });
  expect(diskLine({ free: 19 * GB, size: 100 * GB }, "/data")).toMatchObject({ state: "warn" });
  expect(diskLine({ free: 4 * GB, size: 100 * GB }, "/data")).toMatchObject({ state: "fail" });
  expect(diskLine({ free: 0.9 * GB, size: 2 * GB }, "/data")).toMatchObject({ state: "fail" });
  expect(diskLine(null, "/data")).toMatchObject({ state: "unknown", detail: "there is no folder /data" });
});

const NOW = Date.parse("2026-11-23T06:00:00Z");

function backupOf(names: string[] | string, { size = 1024, isTrial = false } = {}) {
  const files = typeof names === "string" ? names : names.map((name) => ({ name, size }));
  return backupLine(files, "/backups", NOW, isTrial);
}

test("the newest archive must be of the last day", () => {
  expect(backupOf(["gharsach-2026-11-20T023000Z.tar", "gharsach-2026-11-23T023000Z.tar"])).toMatchObject({
    state: "ok",
    detail: "the newest is 3 hours old",
  });
  expect(backupOf(["gharsach-2026-11-22T023000.127Z.tar"])).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/27 hours/),
  });
  expect(backupOf(["gharsach-2026-11-20T023000Z.tar"])).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/3 days/),
  });
});

test("no archive, an empty one and one of another name are none", () => {
  expect(backupOf([])).toMatchObject({ state: "fail", detail: "no archive in /backups" });
  expect(backupOf(["gharsach-2026-11-23T023000Z.tar"], { size: 0 })).toMatchObject({ state: "fail" });
  expect(backupOf(["gharsach-2026-11-23T023000Z.tar.part", "notes.txt"])).toMatchObject({ state: "fail" });
  expect(backupOf([], { isTrial: true }), "a trial loses nothing").toMatchObject({ state: "warn" });
});

test("a missing folder, a file in its place and a closed folder are told apart, each with what to do", () => {
  const daily = "run daily: npm run backup -- /backups";
  expect(backupOf([])).toMatchObject({ detail: "no archive in /backups", remedy: expect.stringContaining(daily) });
  expect(backupOf("ENOENT")).toMatchObject({
    state: "fail",
    detail: "there is no folder /backups",
    remedy: expect.stringContaining(daily),
  });
  expect(backupOf("ENOTDIR")).toMatchObject({
    state: "fail",
    detail: "/backups is not a folder",
    remedy: `move the file that stands in its way (it may be an archive), then ${daily}`,
  });
  expect(backupOf("EACCES")).toMatchObject({
    state: "fail",
    detail: "/backups cannot be read (EACCES)",
    remedy: "run this as the user who makes the backups",
  });
  expect(backupOf("ENOENT", { isTrial: true })).toMatchObject({ state: "warn" });
});

test("another main version of Node than the tested one warns", () => {
  expect(nodeLine("24.30.1", "24.21.0")).toMatchObject({ state: "ok" });
  expect(nodeLine("22.11.0", "24.21.0")).toMatchObject({ state: "warn" });
});
