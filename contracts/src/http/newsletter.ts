/** The token of the link in a confirmation mail; the page that the link opens posts it. */
export interface NewsletterConfirmBody {
  token: string;
}
