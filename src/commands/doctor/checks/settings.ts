import { resolveConfiguration } from '../../../config/resolve.ts'
import { type Check, pass } from '../check.ts'

export const settings: Check = {
  name: 'settings',
  look: async ({ context }) => {
    const { profile, addresses, database } = resolveConfiguration(context.resolveInput())
    return [pass(`profile ${profile}: ${addresses ? addresses.validation.origin : `local service, ${database}`}`)]
  },
}
