import { useEffect, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { myReply } from "~/data/replies";
import type { MyReply } from "~/domain/reply";

type Loaded = "loading" | { failure: string } | { reply: MyReply | null };

/** What the signed-in person has answered to a review, read in the browser: no server and no cache ever holds it. */
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

/** The answer to a call, or the sentence that says why there is none. */
export async function outcomeOf(call: Promise<MyReply | null>): Promise<Exclude<Loaded, "loading">> {
  try {
    return { reply: await call };
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}
