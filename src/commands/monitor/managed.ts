import { monitorCreateWithAdditions } from '../../api/schemas/monitor.ts'
import type { ChainEventKind } from '../../api/vocabulary.ts'
import { managed, onChain } from '../steps/managed-kind.ts'
import { fetchAll, readAll } from '../steps/paged-list.ts'
import { monitors } from './resource.ts'
import {
  type CreateBody,
  createMonitor,
  hasAdditions,
  listMonitorsWithAdditions,
  updateMonitor,
} from './write-monitor.ts'

export const managedMonitors = managed(monitors, {
  schema: monitorCreateWithAdditions(),
  members: ['chainId', 'address', 'name', 'enabled', 'kinds', 'from'],
  fixed: ['chainId', 'address', 'from'],
  typed: ['enabled', 'from'],
  identity: onChain,
  isAddition: hasAdditions,
  async read(context, isNeeded) {
    const page = isNeeded
      ? await fetchAll((query) => listMonitorsWithAdditions(context, query))
      : await readAll(context, monitors)
    return page.content
  },
  create: async ({ context }, members) => (await createMonitor(context, members as CreateBody)).id,
  update: ({ context }, { id, members, changed }) =>
    updateMonitor(context, id, {
      name: members.name as string,
      enabled: members.enabled as boolean,
      // Only when they change: a service without kinds has no path for them.
      ...(changed.has('kinds') && { kinds: members.kinds as ChainEventKind[] }),
    }),
})
