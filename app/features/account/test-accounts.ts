import { vi } from "vitest";
import * as accounts from "~/data/accounts";

// Mocks the account service. Import it before other files of this folder.

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  confirmEmail: vi.fn<typeof accounts.confirmEmail>(),
  forgetSession: vi.fn<typeof accounts.forgetSession>(),
  logIn: vi.fn<typeof accounts.logIn>(),
  logOut: vi.fn<typeof accounts.logOut>(),
  openRecoveryLink: vi.fn<typeof accounts.openRecoveryLink>(),
  resendConfirmationEmail: vi.fn<typeof accounts.resendConfirmationEmail>(),
  sendPasswordResetEmail: vi.fn<typeof accounts.sendPasswordResetEmail>(),
  setPasswordByLink: vi.fn<typeof accounts.setPasswordByLink>(),
  signUp: vi.fn<typeof accounts.signUp>(),
  updateUserPassword: vi.fn<typeof accounts.updateUserPassword>(),
}));

export const { AccountError } = accounts;
export const service = vi.mocked(accounts);
export const ASHA = { id: "user-1", email: "asha@example.com", emailConfirmedAt: "2026-11-01T00:00:00Z" };
export const UNCONFIRMED = { ...ASHA, emailConfirmedAt: null };
export const SESSION = { accessToken: "a-1", refreshToken: "r-1", expiresAt: 0, tokenType: "bearer", user: ASHA };
