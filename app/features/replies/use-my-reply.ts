import { useEffect, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { myReply } from "~/data/replies";
import type { MyReply } from "~/domain/reply";

type Loaded = "loading" | { failure: string } | { reply: MyReply | null };

/** The user's own reply to a review, loaded in the browser: no server and no cache holds it. */
export function useMyReply(reviewId: string) {
  const [loaded, setLoaded] = useState<Loaded>("loading");
  useEffect(() => {
    let isLeft = false;
    async function load() {
      const outcome = await outcomeOf(myReply(reviewId));
      if (!isLeft) setLoaded(outcome);
    }
    void load();
    return () => {
      isLeft = true;
    };
  }, [reviewId]);

  async function loadAgain() {
    setLoaded("loading");
    setLoaded(await outcomeOf(myReply(reviewId)));
  }

  return { loaded, loadAgain, setReply: (reply: MyReply | null) => setLoaded({ reply }) };
}

/** Resolves to the response of a call, or to an error message. */
export async function outcomeOf(call: Promise<MyReply | null>): Promise<Exclude<Loaded, "loading">> {
  try {
    return { reply: await call };
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}
