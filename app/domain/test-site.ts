import { DEFAULT_EMAIL, DEFAULT_NAME, type Site } from "./site";

export function testSite(changes: Partial<Site> = {}): Site {
  const mailFrom = { name: DEFAULT_NAME, address: DEFAULT_EMAIL };
  return {
    ...{ name: DEFAULT_NAME, contactEmail: DEFAULT_EMAIL, mailFrom, grievanceOfficer: null, sealsDeletions: false },
    ...changes,
  };
}
