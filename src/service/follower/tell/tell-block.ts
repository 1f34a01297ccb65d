import { conditionsOf } from '../../records/alert-filter.ts'
import type { TellContext, ToldTransaction } from './tell-context.ts'
import { tellGroups } from './tell-groups.ts'

/** Tells alerts that want no confirmations what a block brought. */
export async function tellBlock(context: TellContext, told: readonly ToldTransaction[]): Promise<void> {
  await tellGroups(context, told, (alert) => conditionsOf(alert).confirmations === undefined)
}
