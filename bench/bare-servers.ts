import http from "node:http";
import postgres from "postgres";

/**
 * Baselines: the most that Node and PostgreSQL can do with a page of the list. Run as a program:
 *
 *   node bare-servers.ts memory <port> <URL of a page> <encoding>
 *     serves the compressed bytes of that page from memory
 *   node bare-servers.ts query <port> <URL of a page> <properties> <reviews of each>
 *     runs one query of DATABASE_URL for each request and prints the rows into a page of the same size
 */
const [kind, port, address = "", ...rest] = process.argv.slice(2);
const respond =
  kind === "memory" ? await fromMemory(rest[0] ?? "") : await fromOneQuery(Number(rest[0]), Number(rest[1]));
http
  .createServer((_request, response) => void respond(response))
  .listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));

type Respond = (response: http.ServerResponse) => unknown;

async function fromMemory(encoding: string): Promise<Respond> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    // Not fetch, which would decompress them.
    const request = http.get(address, { headers: { "accept-encoding": encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () => {
        if (answer.headers["content-encoding"] === encoding) resolve(Buffer.concat(chunks));
        else reject(new Error(`The page did not come in ${encoding}.`));
      });
    });
    request.once("error", reject);
  });
  const headers = {
    ...{ "content-type": "text/html; charset=utf-8", "content-encoding": encoding },
    "content-length": bytes.length,
  };
  return (response) => response.writeHead(200, headers).end(bytes);
}

async function fromOneQuery(properties: number, reviewsOfEach: number): Promise<Respond> {
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10, onnotice: () => {} });
  const page = await (await fetch(address)).text();
  const listStart = page.indexOf(">", page.indexOf("<main")) + 1;
  const listEnd = page.indexOf("</main>");
  // Rows replace as many characters of the list, so that the page is as long as the product's.
  const [before, list, after] = [page.slice(0, listStart), page.slice(listStart, listEnd), page.slice(listEnd)];

  return async (response) => {
    const rows = await sql<{ reviews: object[] }[]>`
      select p.property_name, p.locality, p.city, p.review_count, p.rating_total, newest.reviews
      from (
        select * from public.properties where review_count > 0
        order by name_key, locality_key, city_key limit ${properties}
      ) as p
      cross join lateral (
        select jsonb_agg(r) as reviews from (
          select coalesce(n.display_name, 'Anonymous') as display_name, rating, review_text, created_on, verified
          from public.reviews left join private.review_names as n on n.review_id = id
          where property_id = p.id and hidden_at is null
          order by created_on desc, insert_order desc limit ${reviewsOfEach}
        ) as r
      ) as newest
      order by p.name_key, p.locality_key, p.city_key`;
    const printed = rows
      .map(
        ({ reviews, ...home }) =>
          `<section>${cells(home)}${reviews.map((r) => `<article>${cells(r)}</article>`).join("")}</section>`,
      )
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
