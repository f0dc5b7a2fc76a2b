import { createContext } from "react-router";

/** The person who answers for complaints, as the settings of the web server name them. */
export interface GrievanceOfficer {
  name: string;
  email: string;
}

/** The web server sets it for every request; null while nobody is named. */
export const grievanceOfficerContext = createContext<GrievanceOfficer | null>();
