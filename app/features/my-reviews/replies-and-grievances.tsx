import type { ComponentProps, ReactNode } from "react";
import { formatDay, formatTime } from "~/domain/dates";
import { GRIEVANCE_GROUNDS, GRIEVANCE_OUTCOMES } from "~/domain/grievance";
import type { ListedGrievance, ListedReply } from "~/domain/my-review";
import { answerPath } from "~/domain/review";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";

/** Links each reply to its page, where it can be withdrawn. (spec 11) */
export function MyReplies({ replies }: { replies: ListedReply[] }) {
  return (
    <List id="my-replies" title="Your replies">
      {replies.map(({ reviewId, propertyName, state, createdOn }) => (
        <Row key={reviewId} {...REPLY_STATES[state]}>
          {propertyName === null ? (
            "A review that is no longer shown"
          ) : (
            <Link to={answerPath(reviewId)} className="link">
              <bdi>{propertyName}</bdi>
            </Link>
          )}
          , <time dateTime={createdOn}>{formatDay(createdOn)}</time>
        </Row>
      ))}
    </List>
  );
}

/** The grievances filed with the email of the account. (spec 11) */
export function MyGrievances({ grievances }: { grievances: ListedGrievance[] }) {
  return (
    <List id="my-grievances" title="Your complaints">
      {grievances.map(({ ticket, secret, ground, receivedAt, state }) => (
        <Row key={ticket} {...GRIEVANCE_STATES[state]}>
          <Link to={`/grievance/${secret}`} className="link">
            {ticket}
          </Link>
          : {GRIEVANCE_GROUNDS[ground]},{" "}
          <time dateTime={new Date(receivedAt).toISOString()}>{formatTime(new Date(receivedAt))}</time>
        </Row>
      ))}
    </List>
  );
}

function List({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="grid gap-2">{children}</ul>
    </section>
  );
}

interface State {
  name: string;
  variant: ComponentProps<typeof Badge>["variant"];
}

function Row({ name, variant, children }: State & { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
      <Badge variant={variant}>{name}</Badge>
      <span>{children}</span>
    </li>
  );
}

const REPLY_STATES = {
  waiting: { name: "Waiting", variant: "warning" },
  shown: { name: "Public", variant: "success" },
  refused: { name: "Not shown", variant: "destructive" },
} satisfies Record<ListedReply["state"], State>;

const GRIEVANCE_STATES = {
  received: { name: "Received", variant: "warning" },
  acknowledged: { name: "Read", variant: "warning" },
  upheld: { name: GRIEVANCE_OUTCOMES.upheld, variant: "success" },
  partly: { name: GRIEVANCE_OUTCOMES.partly, variant: "success" },
  refused: { name: GRIEVANCE_OUTCOMES.refused, variant: "outline" },
} satisfies Record<ListedGrievance["state"], State>;
