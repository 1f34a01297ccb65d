import { type Check, pass, warn } from '../check.ts'
import { pauseOf } from '../subject.ts'

export const pace: Check = {
  name: 'rate limit',
  look: async ({ context, configuration }) => {
    if (!configuration?.addresses) return []
    const pause = pauseOf(context, configuration)
    return [pause ? warn(pause.text, `sleep ${pause.seconds}; txwarden doctor`) : pass('not limited now')]
  },
}
