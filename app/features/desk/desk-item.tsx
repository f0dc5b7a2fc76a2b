import type { ReactNode } from "react";
import { formatDay, formatTime } from "~/domain/dates";
import { followUpWords } from "~/domain/follow-up";
import { type DeskItem as Item, isObjection } from "~/domain/desk";
import { GRIEVANCE_WRITERS } from "~/domain/grievance";
import { homePath } from "~/domain/home";
import { averageRating } from "~/domain/property-group";
import { factOf, QUESTION_KEYS } from "~/domain/questions";
import { REPLY_WRITERS } from "~/domain/reply";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Stars } from "~/ui/star-rating";
import { Button } from "~/ui/button";
import {
  type Choice,
  COUNT_REVIEW,
  itemTitle,
  KIND_NAMES,
  reasonName,
  SHOW_AGAIN,
  signalsInWords,
  timeLeft,
} from "./desk-wording";

interface DeskItemProps {
  item: Item;
  now: number;
  onChoose: (choice: Choice, items: Item[]) => void;
}

/** Everything about an item, on one screen. (spec 11) */
export function DeskItem({ item, now, onChoose }: DeskItemProps) {
  return (
    <Card as="article" aria-labelledby="desk-item" className="grid gap-5 wrap-anywhere">
      <header className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {item.dueAt && (
            <Badge variant={Date.parse(item.dueAt) < now ? "destructive" : "secondary"}>
              {timeLeft(item.dueAt, now)}
            </Badge>
          )}
          {KIND_NAMES[item.kind]}
          {item.reasons.map((reason) => ` · ${reasonName(reason)}`)}
        </p>
        <h2 id="desk-item" tabIndex={-1} className="text-xl outline-none">
          <bdi>{itemTitle(item)}</bdi>
        </h2>
      </header>
      {item.grievance && <Grievance grievance={item.grievance} hasPhotos={!!item.review?.proofUrls.length} />}
      {item.reply && (
        <Part title={`Reply by someone who says: ${REPLY_WRITERS[item.reply.writtenAs]}`}>
          <p dir="auto" className="whitespace-pre-line">
            {item.reply.text}
          </p>
          <p className="text-sm text-ink-muted">
            {formatDay(item.reply.createdOn)}, {item.reply.state === "shown" ? "shown now" : "not shown yet"}
          </p>
        </Part>
      )}
      {item.burst && <Burst burst={item.burst} onCount={(id) => onChoose(COUNT_REVIEW, [{ ...item, id }])} />}
      {item.town && <Town town={item.town} />}
      {item.review && (
        <div className="grid gap-1.5">
          <Review review={item.review} isShown={item.isReviewShown} />
          <HomeOf review={item.review} />
          {isObjection(item) && (
            <Button
              size="sm"
              variant="secondary"
              className="justify-self-start"
              onClick={() =>
                onChoose(item.isReviewShown ? COUNT_REVIEW : SHOW_AGAIN, [{ ...item, id: item.review?.id ?? "" }])
              }
            >
              {item.isReviewShown ? COUNT_REVIEW.label : SHOW_AGAIN.label}
            </Button>
          )}
        </div>
      )}
      <Reports reports={item.reports} />
      <History history={item.history} />
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-sans text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Grievance({ grievance, hasPhotos }: { grievance: NonNullable<Item["grievance"]>; hasPhotos: boolean }) {
  const { ticket, writer, ground, page, words, acknowledgeBy, decideBy, acknowledgedAt } = grievance;
  const clock = (time: string) => formatTime(new Date(time));
  return (
    <Part title={`${ticket}: ${GRIEVANCE_WRITERS[writer]} complains`}>
      <p className="text-sm">
        About <bdi>{page}</bdi>
      </p>
      <p dir="auto" className="whitespace-pre-line">
        {words}
      </p>
      <p className="text-sm text-ink-muted">
        {acknowledgedAt ? `Acknowledged ${clock(acknowledgedAt)}` : `Acknowledge by ${clock(acknowledgeBy)}`} · Decide
        by {clock(decideBy)}
      </p>
      {ground === "nudity" && hasPhotos && (
        <p>
          {grievance.arePhotosWithheld && "Readers do not see the photos until you decide. "}
          If you agree, also in part, all photos of the review are deleted.
        </p>
      )}
    </Part>
  );
}

function Burst({ burst, onCount }: { burst: NonNullable<Item["burst"]>; onCount: (id: string) => void }) {
  const { state, foundOn, signals, reviews } = burst;
  return (
    <>
      <Part title={`Found on ${formatDay(foundOn)}${state === "checking" ? ", and readers see that we check" : ""}`}>
        <ul className="list-disc pl-5 text-sm">
          {signalsInWords(signals).map((signal) => (
            <li key={signal}>{signal}</li>
          ))}
        </ul>
        {reviews[0] && <HomeOf review={reviews[0]} />}
      </Part>
      {reviews.map((review) => (
        <div key={review.id} className="grid gap-2 border-t border-line pt-3">
          <Review review={review} isShown />
          {review.isGenuine ? (
            <p className="text-sm">Counted, whatever you decide about the others</p>
          ) : (
            <Button size="sm" variant="secondary" className="justify-self-start" onClick={() => onCount(review.id)}>
              {COUNT_REVIEW.label}
            </Button>
          )}
        </div>
      ))}
    </>
  );
}

function Town({ town: { homeCount, homes } }: { town: NonNullable<Item["town"]> }) {
  return (
    <Part title={`${homeCount} ${homeCount === 1 ? "home" : "homes"}`}>
      <ul className="grid gap-1 text-sm">
        {homes.map((home) => (
          <li key={home.propertyId}>
            <a href={homePath(home)} target="_blank" rel="noopener" className="link">
              <bdi>{`${home.propertyName}, ${home.locality}`}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Review({ review, isShown }: { review: NonNullable<Item["review"]>; isShown: boolean }) {
  const state = isShown ? (review.isCounted ? "" : " (not counted)") : " (hidden)";
  return (
    <Part title={`Review of ${formatDay(review.publishedOn)} by ${review.displayName}${state}`}>
      <Stars rating={review.rating} />
      <p dir="auto" className="whitespace-pre-line">
        {review.comment}
      </p>
      {review.reportedIssues.length > 0 && (
        <ul className="list-disc pl-5 text-sm" aria-label="Issues">
          {review.reportedIssues.map(({ id, description, severity }) => (
            <li key={id}>
              <bdi>{description}</bdi> {severity && `(${severity})`}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-muted">{factsOf(review).join(" · ")}</p>
      {review.followUps.map((followUp) => (
        <p key={followUpWords(followUp)} className="text-sm">
          Added {formatDay(followUp.addedOn)}: <bdi>{followUpWords(followUp)}</bdi>
        </p>
      ))}
      {review.reply && (
        <p className="text-sm">
          Answered {formatDay(review.reply.createdOn)}: <bdi>{review.reply.text}</bdi>
        </p>
      )}
      <Photos review={review} />
    </Part>
  );
}

function HomeOf({ review }: { review: NonNullable<Item["review"]> }) {
  const { home } = review;
  return (
    <p className="text-sm">
      <a href={homePath(review)} target="_blank" rel="noopener" className="link">
        The home
      </a>
      {` has ${home.count} ${home.count === 1 ? "review" : "reviews"}`}
      {home.count > 0 && `, ${averageRating(home)} on average`}
    </p>
  );
}

function Photos({ review }: { review: NonNullable<Item["review"]> }) {
  if (review.proofUrls.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Photos">
      {review.proofUrls.map((url, place) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener">
            <img
              src={url}
              alt={`${place + 1} of ${review.proofUrls.length} (opens in a new tab)`}
              className="h-40 max-w-full border border-line bg-surface-sunken object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ answers, moveInDate }: NonNullable<Item["review"]>): string[] {
  const facts = QUESTION_KEYS.flatMap((key) => factOf(key, answers[key] ?? "") ?? []);
  return [...facts, ...(moveInDate ? [`Moved in ${moveInDate.slice(0, 7)}`] : [])];
}

function Reports({ reports }: { reports: Item["reports"] }) {
  if (reports.length === 0) return null;
  return (
    <Part title={`${reports.length} ${reports.length === 1 ? "report" : "reports"}`}>
      <ul className="grid gap-1 text-sm">
        {reports.map(({ at, reason, reporter }, place) => (
          // Reports have no ids here, and the list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            {formatTime(new Date(at))}: {reasonName(reason)}
            {reporter && <span className="text-ink-muted"> · reporter {reporter}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function History({ history }: { history: Item["history"] }) {
  if (history.length === 0) return null;
  return (
    <Part title="History">
      <ul className="grid gap-1 text-sm">
        {history.map(({ at, operator, command, reason, clause }) => (
          <li key={at}>
            {formatTime(new Date(at))}: {command} by {operator}
            {clause && `, clause ${clause}`}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </Part>
  );
}
