import type { Context } from '../../cli/context/context.ts'
import type { Applied } from './apply-plan.ts'
import { type Loaded, serviceName } from './load.ts'
import { type Managed, writeManaged } from './managed-file.ts'

/** Writes down what the manifest manages from now on: what it describes and is there, and what it once had and is left. */
export async function keepManaged(context: Context, loaded: Loaded, { done }: Applied): Promise<void> {
  const { lockPath, plan, managed, existing } = loaded
  if (lockPath === undefined) return
  const kept = new Map<string, Managed>()
  const keep = ({ kind, id, identity }: Managed) => kept.set(`${kind}\n${id}`, { kind, id, identity })
  const there = new Set(existing.map(({ kind, id }) => `${kind}\n${id}`))
  for (const each of managed) if (there.has(`${each.kind}\n${each.id}`)) keep(each)
  for (const each of plan.matched) keep(each)
  for (const { step, id } of done)
    if (step.action === 'delete') kept.delete(`${step.kind}\n${id}`)
    else keep({ kind: step.kind, id, identity: step.identity })
  try {
    if (await writeManaged(lockPath, serviceName(context), [...kept.values()]))
      await context.note(`Wrote ${lockPath}: what --prune may delete. It belongs beside the manifest.`)
  } catch (error) {
    // What was done is done; without the file only --prune knows less.
    await context.note(`! ${lockPath} could not be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
