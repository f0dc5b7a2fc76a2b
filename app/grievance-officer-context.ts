import { createContext } from "react-router";
import type { GrievanceOfficer } from "~/domain/grievance";

/** The web server sets it for every request, from its settings; null while nobody is named. */
export const grievanceOfficerContext = createContext<GrievanceOfficer | null>();
