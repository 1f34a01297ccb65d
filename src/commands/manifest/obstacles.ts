import { type Channel, channelFields } from '../../api/vocabulary.ts'
import { isRecord } from '../../shared/json.ts'
import type { Existing } from './existing.ts'
import type { Fault } from './fault.ts'
import type { Members } from './kinds.ts'
import type { Matching } from './match.ts'
import type { Wanted } from './wanted.ts'

interface Situation {
  readonly wanted: readonly Wanted[]
  readonly existing: readonly Existing[]
  readonly matching: Matching
  /** What is to be deleted. */
  readonly gone: readonly Existing[]
}

/** What the service would refuse half-way, found before the first write. */
export function obstacles({ wanted, existing, matching: { pairs, others, faults }, gone }: Situation): Fault[] {
  const going = new Set(gone)
  const staying = [...others.filter((each) => !going.has(each)), ...keepingDestinations(pairs)]
  return [
    ...faults,
    ...pairs.flatMap((pair) => impossible(pair.wanted, pair.existing)),
    ...unknownDestinations(wanted, existing, gone),
    ...stillUsed(gone, staying, wanted),
  ]
}

function impossible({ kind, identity, members, place }: Wanted, existing: Existing | undefined): Fault[] {
  if (kind === 'alert' && existing && existing.members.alertType !== members.alertType)
    return [
      {
        place: place(['alertType']),
        message: `alert ${identity} is of type ${String(existing.members.alertType)} on the service, and a type cannot change: give it another name`,
      },
    ]
  if (kind !== 'destination') return []
  const channel = members.channel as Channel
  const needs = Object.hasOwn(channelFields, channel) ? channelFields[channel] : undefined
  const kept = existing && existing.members.channel === channel ? existing.members : {}
  const { chatId, token } = recordOf(members.attributes)
  const keptAttributes = recordOf(kept.attributes)
  const missing = (path: string, message: string): Fault => ({
    place: place(path.split('.')),
    message: `${path} ${message}`,
  })
  return [
    ...(needs?.webhookUrl === 'required' && !members.webhookUrl && !kept.webhookUrl
      ? [missing('webhookUrl', `is required for ${channel}`)]
      : []),
    ...(needs?.chatId === 'required' && !chatId && !keptAttributes.chatId
      ? [missing('attributes.chatId', `is required for ${channel}`)]
      : []),
    ...(needs?.token === 'required' && !token && !keptAttributes.token
      ? [missing('attributes.token', `is required for ${channel}`)]
      : []),
    // Made by the service it would be shown once, in the log of whatever runs this.
    ...(needs?.token === 'optional' && !token && !keptAttributes.token
      ? [
          missing(
            'attributes.token',
            `is required for ${channel} here: a signing secret, whsec_ and the base64 of 32 random bytes, in a variable`,
          ),
        ]
      : []),
    ...(!token &&
    keptAttributes.token &&
    members.webhookUrl &&
    originOf(members.webhookUrl) !== originOf(kept.webhookUrl)
      ? [missing('attributes.token', 'must stand there when webhookUrl moves to another origin')]
      : []),
  ]
}

function unknownDestinations(
  wanted: readonly Wanted[],
  existing: readonly Existing[],
  gone: readonly Existing[],
): Fault[] {
  const counts = new Map<string, number>()
  const listed = new Set(wanted.filter(({ kind }) => kind === 'destination').map(({ identity }) => identity))
  for (const each of existing)
    if (each.kind === 'destination' && !gone.includes(each))
      counts.set(each.identity, (counts.get(each.identity) ?? 0) + 1)
  return wanted
    .filter(({ kind }) => kind === 'alert')
    .flatMap(({ members, place }) =>
      namesIn(members).flatMap((name) => {
        const count = counts.get(name) ?? 0
        if (count === 1 || (count === 0 && listed.has(name))) return []
        const what = count === 0 ? 'there is no destination' : `the service has ${count} destinations`
        return [{ place: place(['destinations']), message: `destinations: ${what} ${JSON.stringify(name)}` }]
      }),
    )
}

/** Alerts whose document leaves their destinations as they are. */
function keepingDestinations(pairs: Matching['pairs']): Existing[] {
  return pairs.flatMap(({ wanted, existing }) =>
    existing && wanted.members.destinations === undefined ? existing : [],
  )
}

/** A destination that goes while an alert still tells it: the service would refuse that, half-way. */
function stillUsed(gone: readonly Existing[], staying: readonly Existing[], wanted: readonly Wanted[]): Fault[] {
  const place = wanted[0]?.place([]) ?? { file: 'the manifest', line: 1, column: 1 }
  return gone
    .filter(({ kind }) => kind === 'destination')
    .flatMap(({ identity }) =>
      staying
        .filter(({ kind, members }) => kind === 'alert' && namesIn(members).includes(identity))
        .map((alert) => ({
          place: { ...place, line: 1, column: 1 },
          message: `--prune would delete destination ${identity}, which alert ${alert.identity} still tells`,
        })),
    )
}

function namesIn({ destinations }: Members): readonly string[] {
  return Array.isArray(destinations) ? (destinations as readonly string[]) : []
}

function recordOf(value: unknown): Members {
  return isRecord(value) ? value : {}
}

function originOf(url: unknown): string {
  return (typeof url === 'string' && URL.parse(url)?.origin) || ''
}
