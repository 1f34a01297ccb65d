import type { Handlers } from '../handler.ts'

export const unjudgedCallHandlers = {
  async recordUnjudgedCall({ body }, { audit }) {
    await audit('proxy.forward-unjudged', body.digest, { after: body })
  },
} satisfies Partial<Handlers>
