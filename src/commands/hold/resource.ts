import type { Hold, HoldPart } from '../../api/schemas/hold.ts'
import { chainName } from '../../api/text/chains.ts'
import { holdPartText } from '../../api/text/hold-parts.ts'
import type { HoldState } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { View } from '../../cli/output/view.ts'
import { resource } from '../../cli/resource/resource.ts'
import { hasKey } from '../../config/resolve.ts'
import { callAddition, callAdditionById } from '../steps/addition.ts'
import { paintVerdict } from '../validate/verdict-exit-code.ts'

/** Name of the resource in messages. */
export const HOLDS = 'holds'

/** A decision is made with the management key, a request with the validation key. */
interface HoldReads {
  readonly list: 'listHolds' | 'listRequestedHolds'
  readonly get: 'getHold' | 'getRequestedHold'
}

const whoDecides: HoldReads = { list: 'listHolds', get: 'getHold' }
const whoAsks: HoldReads = { list: 'listRequestedHolds', get: 'getRequestedHold' }

/** Those of the keys of the profile. */
export function readsOf(context: Context): HoldReads {
  const configuration = context.configuration()
  const isRequester = hasKey(configuration, 'validation') && !hasKey(configuration, 'management')
  return configuration.addresses && isRequester ? whoAsks : whoDecides
}

const view: View<Hold> = {
  verdict: ({ verdict }) => verdict,
  columns: [
    { field: 'id', header: 'ID', kind: 'whole-id', importance: 9 },
    {
      field: 'state',
      header: 'STATE',
      leads: true,
      importance: 9,
      paint: (text, { state }, paint) => paintState(text, state, paint),
    },
    { field: 'verdict', header: 'VERDICT', importance: 8, paint: paintVerdict },
    { field: 'combinedScore', header: 'SCORE', importance: 6 },
    {
      field: 'what',
      header: 'WHAT',
      kind: 'phrase',
      importance: 9,
      value: ({ parts, chainId }) => partsText(parts, chainId),
    },
    { field: 'chainId', header: 'CHAIN', importance: 6, show: ({ chainId }) => chainName(chainId) },
    {
      field: 'expiresAt',
      header: 'UNTIL',
      kind: 'time',
      importance: 7,
      show: ({ expiresAt }, when) => when(expiresAt),
    },
    { field: 'createdAt', header: 'WHEN', kind: 'time', importance: 5, paint: (text, _, paint) => paint.dim(text) },
    { field: 'method', header: 'METHOD', importance: 0 },
    {
      field: 'requestedBy',
      header: 'REQUESTED BY',
      importance: 4,
      kind: 'id',
      show: ({ requestedBy, requestedByName }) => requestedByName ?? requestedBy,
    },
    {
      field: 'decidedBy',
      header: 'DECIDED BY',
      importance: 4,
      kind: 'id',
      show: ({ decidedBy = '', decidedByName }) => decidedByName ?? decidedBy,
    },
    { field: 'reason', header: 'REASON', importance: 0 },
    { field: 'transactionId', header: 'TRANSACTION', importance: 0 },
    { field: 'subCategory', header: 'SUBCATEGORY', importance: 0 },
    { field: 'digest', header: 'DIGEST', importance: 0 },
    { field: 'requestedByName', header: 'REQUESTER', importance: 0 },
    { field: 'decidedByName', header: 'DECIDER', importance: 0 },
  ],
}

/** Read with the key of the profile. */
export const holds = holdsReadBy(readsOf)
export const heldRequests = holdsReadBy(() => whoAsks)
export const decidableHolds = holdsReadBy(() => whoDecides)

function holdsReadBy(reads: (context: Context) => HoldReads) {
  return resource<Hold, { state?: HoldState | undefined }>({
    command: 'hold',
    noun: 'hold',
    async list(context, query, sending) {
      return callAddition(context, HOLDS, (client) => client.call(reads(context).list, { query }, sending))
    },
    idOf: ({ id }) => id,
    describe: ({ verdict, parts, chainId }) => `${verdict}, ${partsText(parts, chainId)}`,
    about: ({ state, verdict, parts }) => `${state} ${verdict}, to ${parts[0]?.to ?? 'none'}`,
    view,
  })
}

export function readHold(
  context: Context,
  resource: typeof holds,
  operation: HoldReads['get'],
  holdId: string,
): Promise<Hold> {
  return callAdditionById(context, resource, (client) => client.call(operation, { params: { holdId } }))
}

export function paintState(text: string, state: Hold['state'], paint: Paint): string {
  if (state === 'approved' || state === 'forwarded') return paint.good(text)
  return state === 'held' || state === 'released' ? paint.warn(text) : paint.bad(text)
}

/** "1.5 ETH to 0x…"; of several: "3 parts, first …". */
export function partsText(parts: readonly HoldPart[], chainId: string): string {
  const [first] = parts
  if (!first) return ''
  return `${parts.length > 1 ? `${parts.length} parts, first ` : ''}${holdPartText(first, chainId)}`
}
