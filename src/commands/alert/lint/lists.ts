import type { Entry } from '../../../api/schemas/control-list.ts'
import { quoteWord } from '../../../shared/quote-word.ts'
import type { Rule } from './facts.ts'

/** BLOCK beats ALLOW: the allowing entry does nothing. */
export const allowedAndBlocked: Rule = ({ entries }) => {
  const sides = Map.groupBy(entries, ({ type }) => type)
  const blocked = Map.groupBy(sides.get('BLOCK') ?? [], keyOf)
  return (sides.get('ALLOW') ?? []).flatMap((allow) =>
    (blocked.get(keyOf(allow)) ?? [])
      .filter((block) => overlap(allow, block))
      .slice(0, 1)
      .map((block) => ({
        level: 'warning',
        rule: 'allowed-and-blocked',
        thing: 'control-list',
        id: allow.id,
        name: allow.address,
        text: `it is allowed here and blocked by ${block.id} (${allow.productType}): it is blocked`,
        try: `txwarden control-list remove ${quoteWord(allow.id)}`,
      })),
  )
}

function keyOf({ address, productType }: Entry): string {
  return `${productType} ${address.toLowerCase()}`
}

/** No chains are all of them. */
function overlap({ chainIds: a }: Entry, { chainIds: b }: Entry): boolean {
  return !a?.length || !b?.length || a.some((id) => b.includes(id))
}
