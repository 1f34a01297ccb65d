import { timeText } from '../../../cli/output/time.ts'
import { requestSlotsOf } from '../../../config/paths.ts'
import { closedUntil } from '../../../config/request-slots.ts'
import { type Check, pass, warn } from '../check.ts'

export const pace: Check = {
  name: 'rate limit',
  look: async ({ context, configuration }) => {
    if (!configuration?.addresses) return []
    const until = closedUntil(requestSlotsOf(configuration.profile, context.paths))
    if (until <= context.clock.now()) return [pass('not limited now')]
    const seconds = Math.ceil((until - context.clock.now()) / 1000)
    return [
      warn(
        `the service accepts no requests until ${timeText(new Date(until).toISOString(), context.zone)}`,
        `sleep ${seconds}; txwarden doctor`,
      ),
    ]
  },
}
