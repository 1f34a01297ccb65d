import { startForkingChain, startHardhatChain } from '../support/chain/forking-chain.ts'
import { tellsBoth } from '../support/chain/inner-payments.ts'
import { emptyPlace } from '../support/fresh-database.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const TITLE = '48 payments inside of calls to two monitored addresses are reported through a stop, none twice'
const TIMEOUT_MS = 180_000

for (const [name, startChain] of Object.entries({ anvil: startForkingChain, hardhat: startHardhatChain }))
  needs(name).test(
    `${TITLE}: ${name}`,
    async () => tellsBoth({ startChain, database: await emptyPlace(temporaryFolder()) }),
    TIMEOUT_MS,
  )
