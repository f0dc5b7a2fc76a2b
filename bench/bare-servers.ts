import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import postgres from "postgres";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP } from "../app/domain/property-group.ts";

/** A program that serves the most that Node and PostgreSQL can do with a page of the list. Sends its address when it is ready. */
export interface BareServer {
  page: string;
  /** Serves the bytes of the page, compressed like this, from memory. Null: prints the rows of one query for each request. */
  encoding: string | null;
  databaseUrl: string;
}

const { page, databaseUrl, ...options } = JSON.parse(process.argv[2] ?? "") as BareServer;
const respond = options.encoding === null ? await fromOneQuery() : await fromMemory(options.encoding);
const server = http
  .createServer((_request, response) => void respond(response))
  .listen(0, "127.0.0.1", () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
// With the benchmark.
process.once("disconnect", () => process.exit());

type Respond = (response: ServerResponse) => unknown;

async function fromMemory(encoding: string): Promise<Respond> {
  // Not fetch, which would decompress them.
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(page, { headers: { "accept-encoding": encoding } }, resolve).once("error", reject);
  });
  const bytes = await buffer(answer);
  if (answer.headers["content-encoding"] !== encoding) throw new Error(`The page did not come in ${encoding}.`);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": encoding,
    "content-length": bytes.length,
  };
  return (response) => response.writeHead(200, headers).end(bytes);
}

/** The query is for as many properties and reviews as the page shows, and the answer as long as the page. */
async function fromOneQuery(): Promise<Respond> {
  const sql = postgres(databaseUrl, { max: 10 });
  const text = await (await fetch(page)).text();
  const listStart = text.indexOf(">", text.indexOf("<main")) + 1;
  const listEnd = text.indexOf("</main>");
  // Rows replace as many characters of the list.
  const [before, list, after] = [text.slice(0, listStart), text.slice(listStart, listEnd), text.slice(listEnd)];

  return async (response) => {
    const rows = await sql<{ reviews: object[] }[]>`
      select p.property_name, p.locality, p.city, p.review_count, p.rating_total, newest.reviews
      from (
        select * from public.properties where review_count > 0
        order by name_key, locality_key, city_key limit ${GROUPS_PER_PAGE}
      ) as p
      cross join lateral (
        select jsonb_agg(r) as reviews from (
          select coalesce(n.display_name, 'Anonymous') as display_name, rating, review_text, created_on, verified
          from public.reviews left join private.review_names as n on n.review_id = id
          where property_id = p.id and hidden_at is null
          order by created_on desc, insert_order desc limit ${REVIEWS_PER_GROUP}
        ) as r
      ) as newest
      order by p.name_key, p.locality_key, p.city_key`;
    const printed = rows
      .map(({ reviews, ...home }) => {
        const articles = reviews.map((review) => `<article>${cells(review)}</article>`);
        return `<section>${cells(home)}${articles.join("")}</section>`;
      })
      .join("");
    const body = before + printed + list.slice(printed.length) + after;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
  };
}

function cells(row: object): string {
  const escaped = (value: unknown) => String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return Object.values(row)
    .map((value) => `<p>${escaped(value)}</p>`)
    .join("");
}
