import type { ControlListEntry } from '../../../api/schemas/control-list.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { shareChain } from '../../control-list/resource.ts'
import type { Rule } from './facts.ts'

/** BLOCK takes precedence, so the ALLOW entry has no effect. */
export const allowedAndBlocked: Rule = ({ entries }) => {
  const sides = Map.groupBy(entries, ({ type }) => type)
  const blocked = Map.groupBy(sides.get('BLOCK') ?? [], keyOf)
  return (sides.get('ALLOW') ?? []).flatMap((allow) =>
    (blocked.get(keyOf(allow)) ?? [])
      .filter((block) => shareChain(allow.chainIds, block.chainIds))
      .slice(0, 1)
      .map((block) => ({
        level: 'warning',
        rule: 'allowed-and-blocked',
        thing: 'control-list',
        id: allow.id,
        name: allow.address,
        text: `the ALLOW entry has no effect: ${block.id} blocks the address (${allow.productType})`,
        try: `txwarden control-list remove ${quoteWord(allow.id)}`,
      })),
  )
}

function keyOf({ address, productType }: ControlListEntry): string {
  return `${productType} ${address.toLowerCase()}`
}
