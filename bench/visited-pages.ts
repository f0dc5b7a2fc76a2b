import { PAGES } from "./http.ts";

/** The pages that phones visit, by the name that their figures carry: Home, the list, and the home with the latest review of a city. */
export async function visitedPages(url: string): Promise<[name: string, path: string][]> {
  const city = await firstLink(url, "/homes", /href="(\/homes\/[^"/]+)"/);
  const home = await firstLink(url, city, /href="(\/homes(?:\/[^"/]+){3})"/);
  return [...PAGES.map((page): [string, string] => [page, page]), ["a home", home]];
}

async function firstLink(url: string, page: string, link: RegExp): Promise<string> {
  const found = link.exec(await (await fetch(url + page)).text())?.[1];
  if (found === undefined) throw new Error(`${page} has no link of a home.`);
  return found;
}
