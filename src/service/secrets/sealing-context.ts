/** What each sealed text of the database is bound to (the context of seal and open). */
export const sealingContext = {
  destination: (id: string, member: 'webhook-url' | 'token') => `destination/${id}/${member}`,
  signer: (address: string) => `signer/${address}`,
  idempotentAnswer: (scope: string) => `idempotent-answer/${scope}`,
} as const
