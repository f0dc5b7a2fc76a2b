import { expect, test } from "vitest";
import type { StoredPhoto } from "../photo-moves.ts";
import { type Project, RefusedError } from "./project.ts";
import { sweep } from "./sweep.ts";

test("sweeps no photos while the database deletes nothing by age", { tags: ["11.58"] }, async () => {
  const project = {
    call: async () => ({ clock_jump: "The clock jumped." }),
    sweepUploads: () => expect.unreachable(),
  } as Partial<Project> as Project;
  await expect(sweep(project)).rejects.toThrow(new RefusedError("The clock jumped."));
});

test("repeats while the database has more follows to look at", { tags: ["10.122"] }, async () => {
  const looked = [1000, 1000, 3, 0];
  const call = async (name: string) =>
    name === "operator_sweep" ? { accounts: 0, withdrawn: 0, follows: looked.shift() } : { moves: [], orphans: [] };
  const project = { call, removePhotos: async () => {}, sweepUploads: async () => 0 } as Partial<Project> as Project;
  expect(await sweep(project)).toMatchObject({ follows: 2003 });
});

const photo = (name: string): StoredPhoto => ({ bucket: "review-proofs", name });

test("continues after a photo that cannot be moved, and reports it at the end", { tags: ["11.6"] }, async () => {
  const done: string[] = [];
  const names = ["first", "damaged", "last"];
  const answers: Record<string, unknown> = {
    operator_sweep: { reports: 0, accounts: 0, sessions: 0, events: 0, withdrawn: 0, follows: 0 },
    operator_misplaced_photos: {
      moves: names.map((name) => ({ from: photo(name), to: photo(`to ${name}`) })),
      orphans: [photo("orphan")],
    },
  };
  const project: Project = {
    name: "the test",
    call: async (name) => answers[name],
    async movePhoto({ from }) {
      if (from.name === "damaged") throw new Error("Another file is there.");
      done.push(from.name);
    },
    removePhotos: async (photos) => void done.push(...photos.map(({ name }) => name)),
    async sweepUploads() {
      done.push("uploads");
      return 0;
    },
    close: async () => {},
  };
  await expect(sweep(project)).rejects.toThrow("1 of 3 photos could not be moved: Another file is there.");
  expect(done).toEqual(["first", "last", "orphan", "uploads"]);
});
