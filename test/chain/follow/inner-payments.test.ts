import { startForkingChain, startHardhatChain } from '../../support/chain/forking-chain.ts'
import { tellsBoth } from '../../support/chain/inner-payments.ts'
import { needs } from '../../support/needs.ts'

const TITLE = '48 payments inside of calls to two monitored addresses are reported through a stop, none twice'

needs('anvil').test(`${TITLE}: anvil`, () => tellsBoth({ startChain: startForkingChain }))

// It has no receipts of blocks.
needs('hardhat').test(`${TITLE}: Hardhat`, () => tellsBoth({ startChain: startHardhatChain }))
