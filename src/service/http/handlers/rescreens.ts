import { checksummed } from '../../../api/address.ts'
import type { OperationCall } from '../../../api/operations/operations.ts'
import { Problem } from '../../problems/problem.ts'
import { counterpartiesOf, listingsOf, toAffected } from '../../rescreen/affected.ts'
import type { RescreenControl, RescreenDeps, RescreenScope } from '../../rescreen/deps.ts'
import { previewRescreen, previewRules } from '../../rescreen/rescreen.ts'
import { runRescreen } from '../../rescreen/run.ts'
import type { EffectContext, Handlers } from '../handler.ts'
import { timeOf } from '../handler.ts'
import { pageNaming } from './page-naming.ts'

export const rescreenHandlers = {
  async listAffected({ query }, { db, now }) {
    const address = query.address.toLowerCase()
    const since = timeOf(query.since)
    return {
      address: checksummed(address),
      ...(await pageNaming(db, address, query, { since }, toAffected)),
      listings: await listingsOf(db, address, now),
      counterparties: await counterpartiesOf(db, address, since ?? 0),
    }
  },

  previewRescreen: {
    effect({ query }, context) {
      const deps = rescreenDepsOf(context)
      if (query.rules !== 'true') return previewRescreen(deps, scopeOf(query), rescreenControlOf(context))
      if (query.source !== undefined || query.address !== undefined) refuseLists()
      return previewRules(deps, scopeOf(query), rescreenControlOf(context))
    },
  },

  rescreenTransactions: {
    effect({ body }, context) {
      const { id } = body
      const requested = id === undefined ? scopeOf(body) : { id }
      return runRescreen(rescreenDepsOf(context), requested, { ...rescreenControlOf(context), actor: context.actor })
    },
  },
} satisfies Partial<Handlers>

type Given = Pick<OperationCall<'rescreenTransactions'>['body'], 'since' | 'source' | 'address'>

function scopeOf({ since, source, address }: Given): RescreenScope {
  return { since: timeOf(since) ?? 0, source, address: address?.toLowerCase() }
}

export function rescreenDepsOf(context: EffectContext): RescreenDeps {
  const { chain } = context
  return { ...context, hasNode: (chainId, chains) => chain?.hasNode(chainId, chains) ?? false }
}

export function rescreenControlOf({ control: { signal, until, onProgress } }: EffectContext): RescreenControl {
  return { signal, until, onProgress: (read) => onProgress?.(read, 0) }
}

function refuseLists(): never {
  const message = 'cannot be combined with rules: all rules are compared'
  throw new Problem('invalid-query', `source and address ${message}.`, {
    errors: [
      { path: 'source', message },
      { path: 'address', message },
    ],
  })
}
