// A test of a page waits for what must happen, not for how fast this machine is: a busy one may stand still for seconds.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
}

export {};
