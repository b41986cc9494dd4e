/** Whether Facebook's side worked out does not matter: our session is over either way. */
export function logOutOfFacebook(): void {
  try {
    if (window.FB?.getAuthResponse()) window.FB.logout(() => {});
  } catch {
    // The SDK throws when it knows no token, and then there is nothing to end.
  }
}
