// Parses the generated TableGen files: the intrinsics beside LLVM's own, the instructions with
// classes that take the arguments of MipsXNetInstrFormats.td.
include "llvm/IR/Intrinsics.td"
include "IntrinsicsXNET.td"

class XNetSend<bits<3> n, bits<6> funct, string mnemonic>;
class XNetSendV<bits<3> n, bits<6> funct, string mnemonic>;
class XNetLoadV<bits<6> opcode, string mnemonic>;
class XNetStoreV<bits<6> opcode, string mnemonic>;
class XNetHret<bits<6> funct, string mnemonic>;
class XNetMove<bits<5> rs, string mnemonic>;
class XNetBranch<bit nd, bit tf, string mnemonic>;
include "MipsXNetGenInstrs.td"
