import { testShipmentVerb } from '../support/shipment-steps.ts'
import { ShipmentWalk } from '../support/shipment-walk.ts'
import { openVault } from '../support/vault.ts'

const vault = await openVault()
testShipmentVerb('inspect', vault, await ShipmentWalk.begin(vault))
