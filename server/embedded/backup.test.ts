import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findDamaged } from "./backup.ts";

test("a photo that is missing or has another size is damaged, one that moved meanwhile is not", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-backup-"));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  await fs.writeFile(path.join(folder, "whole.png"), "1234");
  await fs.writeFile(path.join(folder, "short.png"), "12");
  const answers = [
    ["whole.png", "short.png", "missing.png", "moved.png"],
    ["whole.png", "short.png", "missing.png", "hidden/moved.png"],
  ];
  const readNamed = async () => (answers.shift() ?? []).map((name) => ({ name, size: 4 }));
  expect(await findDamaged(folder, readNamed)).toEqual(["short.png", "missing.png"]);
});
