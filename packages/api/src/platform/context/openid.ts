/** What ties the browser that comes back from a provider to the one that was sent there. All unguessable. */
export interface OpenIdRequest {
  readonly state: string;
  readonly nonce: string;
  /** The proof key for code exchange (RFC 7636). */
  readonly verifier: string;
}

/** An account at a provider, whose ID token has been verified. */
export interface OpenIdAccount {
  /** Unique at the issuer, and never given to another account. */
  readonly subject: string;
  /** As the provider knows them. They prove nothing here. */
  readonly email: string | null;
  readonly name: string | null;
  /** When the provider last asked for its own proof; null if it doesn't say. */
  readonly provedAt: Date | null;
}

/** An OpenID Connect provider that the operator has chosen (docs/adr/0046). */
export interface OpenIdProvider {
  /** As in the address that it sends browsers back to. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  /** Whether it says when its member last gave a proof; if not, it is trusted to ask again when it is told to. */
  readonly saysWhen: boolean;
  /**
   * Where to send the browser.
   * @param again whether the provider is to ask for its own proof even if the browser is signed in there
   * @throws AppError PROVIDER_UNAVAILABLE
   */
  address(request: OpenIdRequest, again: boolean): Promise<string>;
  /**
   * Exchanges what a provider sent the browser back with for the account.
   * @param answer the query of the address that the browser came back to
   * @throws AppError OPENID_REFUSED, OPENID_CANCELED if the member refused, PROVIDER_UNAVAILABLE
   */
  exchange(request: OpenIdRequest, answer: string): Promise<OpenIdAccount>;
}
