import { itemKinds, type PolicyClause, type PolicyGiven } from './policy.ts'

/** The clauses of a policy, with their paths. */
export function clausesOf(policy: PolicyGiven): { readonly path: string; readonly clause: PolicyClause }[] {
  return (['deny', 'hold', 'allow'] as const).flatMap((result) =>
    (policy[result] ?? []).map((clause, index) => ({ path: `${result}[${index}]`, clause })),
  )
}

/** Names of addresses (without @) that a policy has, by the path of where. */
export function namesOf(policy: PolicyGiven): { readonly clause: string; readonly names: readonly string[] }[] {
  const places = [
    { clause: 'applies', words: policy.applies?.senders ?? [] },
    ...clausesOf(policy).map(({ path, clause }) => ({ clause: path, words: wordsIn(clause) })),
  ]
  return places.map(({ clause, words }) => ({
    clause,
    names: words.filter((text) => text.startsWith('@')).map((text) => text.slice(1)),
  }))
}

/** What is said of names that no address has. */
export function unnamedText(names: readonly string[]): string {
  return `${names.map((name) => `@${name}`).join(', ')} has no address`
}

/** Texts of the lists of what a clause is about. */
function wordsIn(clause: PolicyClause): string[] {
  return itemKinds.flatMap((kind) => {
    const about = clause[kind]
    return typeof about === 'object' ? Object.values(about).flatMap((value) => (Array.isArray(value) ? value : [])) : []
  })
}
