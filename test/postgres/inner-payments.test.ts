import { tellsBoth } from '../support/chain/inner-payments.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// `npm run test:chain` has the same with Hardhat: what a node can do is the same to every database.
needs('anvil').test(
  '48 payments inside of calls to two monitored addresses are reported through a stop, none twice',
  async () => tellsBoth({ database: (await freshDatabase(temporaryFolder())).database }),
)
