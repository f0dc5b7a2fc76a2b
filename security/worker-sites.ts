import { inject } from "vitest";
import { ofWorker } from "../supabase/tests/worker-server.ts";

export const sites = ofWorker(inject("sites"));
