import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { hasKey } from '../../config/resolve.ts'
import type { HoldPolicy } from '../../proxy/holds/holds.ts'
import { HOLDS } from '../hold/resource.ts'
import { callAddition } from '../steps/addition.ts'
import type { ProxyInput } from './proxy-options.ts'

type HoldInput = Pick<ProxyInput, 'hold' | 'holdFor' | 'selfApprove' | 'observe'>

/**
 * Returns what is held, and for how long; undefined without `--hold`.
 * @throws WardenError usage where no one could approve, or the requester could; others where the service has no holds
 */
export async function holdPolicyOf(context: Context, input: HoldInput): Promise<HoldPolicy | undefined> {
  const { hold = false, holdFor, selfApprove = false, observe = false } = input
  if (!hold) {
    if (holdFor !== undefined || selfApprove)
      throw usageError(`${selfApprove ? '--self-approve' : '--hold-for'} needs --hold`)
    return undefined
  }
  if (observe) throw usageError('--observe forwards everything; with --hold nothing would be held')
  const configuration = context.configuration()
  const { addresses } = configuration
  if (!addresses && !selfApprove)
    throw usageError('--hold needs two keys: on a local profile, this machine would both request and approve', {
      details: [
        'Serve the database with `txwarden serve`, and run the proxy on a profile that has its validation key only.',
        'With --self-approve, anyone on this machine who can run txwarden can approve.',
      ],
      try: 'txwarden keys create --kind validation',
    })
  await callAddition(context, HOLDS, (client) => client.call('listRequestedHolds', { query: { size: 1 } }))
  if (addresses && hasKey(configuration, 'management'))
    await context.note(
      '! this profile also has a management key: who runs the proxy can approve what it holds. Use a profile with a validation key only.',
    )
  return { holdForMs: holdFor, selfApprove, note: (line) => void context.note(line) }
}
