/** The code that reads what no effect can say, by the names in `reads` of the rows. */

export * from './accounts.ts'
export * from './delegations.ts'
export * from './delta.ts'
export * from './hyperliquid.ts'
export * from './modules.ts'
export * from './orders.ts'
export * from './outcomes.ts'
export * from './permit2.ts'
export * from './rarible.ts'
