"""Backtraces through the CM-5's code that is written by hand; gdb reads no unwind tables of a SPARC. The function $firmware: `break
*$firmware("main")`. `inlet gdb` loads this file; elsewhere:
(gdb) source share/inlet/inlet-gdb.py"""
import gdb
from gdb.unwinder import Unwinder, register_unwinder

GENERAL = [f"{kind}{n}" for kind in "goli" for n in range(8)]
GENERAL[GENERAL.index("o6")], GENERAL[GENERAL.index("i6")] = "sp", "fp"
OTHERS = ["y", "psr", "wim", "tbr", "fsr"]
MOV_O7_O2, MOV_O2_O7, RETL = 0x9410000F, 0x9E10000A, 0x81C3E008


class Frame:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


def address(symbol):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&{symbol}"))
    except gdb.error:  # the program has none
        return None


def word(at):
    return int.from_bytes(bytes(gdb.selected_inferior().read_memory(at, 4)), "big")


class ByHand(Unwinder):
    """`first` and `behind`: symbols around the code."""

    def __init__(self, name, first, behind):
        super().__init__(name)
        self.first, self.behind = first, behind

    def __call__(self, pending):
        pc = int(pending.read_register("pc")) & 0xFFFFFFFF
        first, behind = address(self.first), address(self.behind)
        if first is None or behind is None or not first <= pc < behind:
            return None
        registers = {name: int(pending.read_register(name)) & 0xFFFFFFFF for name in GENERAL + OTHERS}
        info = pending.create_unwind_info(Frame(gdb.Value(registers["sp"]), gdb.Value(first)))
        self.caller(registers, pc)
        word_type = gdb.lookup_type("unsigned int")
        for name, value in registers.items():
            info.add_saved_register(name, gdb.Value(value).cast(word_type))
        return info


class Polls(ByHand):
    """CMAM_poll and its kin have no window, and keep the return address in %o2 while they call."""

    def __init__(self):
        super().__init__("CM-5 polls", "CMAM_poll", "CMAM_got_left")

    def caller(self, registers, pc):
        at = pc
        while word(at) not in (MOV_O7_O2, MOV_O2_O7, RETL):
            at += 4
        if word(at) == MOV_O2_O7:
            registers["o7"] = registers["o2"]
        registers["pc"], registers["npc"] = registers["o7"] + 8, registers["o7"] + 12


class Dispatch(ByHand):
    """The entry of a handler runs in a window of its own: what it has interrupted is in %l0 to %l7 and the ins, the rest of it on its
    stack."""

    def __init__(self):
        super().__init__("CM-5 dispatch", "__xnet_am_entry", "__xnet_float")

    def caller(self, registers, pc):
        saved = dict(registers)
        registers.update({"psr": saved["l0"], "pc": saved["l1"], "npc": saved["l2"]})
        if pc >= address("__xnet_am_entry") + 32:  # the globals are kept
            registers.update({"g1": saved["l3"], "g2": saved["l4"], "g3": saved["l5"], "g4": saved["l6"], "y": saved["l7"]})
        for n in range(8):
            out = "sp" if n == 6 else f"o{n}"
            registers[out] = saved["fp" if n == 6 else f"i{n}"]
        for n in range(8):
            registers[f"l{n}"] = word(registers["sp"] + 4 * n)
            registers["fp" if n == 6 else f"i{n}"] = word(registers["sp"] + 32 + 4 * n)


for unwinder in Polls(), Dispatch():
    register_unwinder(None, unwinder, replace=True)


class Firmware(gdb.Function):
    """The address of a function or variable of the second processors' program."""

    def __init__(self):
        super().__init__("firmware")

    def invoke(self, name):
        answer = gdb.execute(f"monitor address {name.string()}", to_string=True).strip()
        if not answer.startswith("0x"):
            raise gdb.GdbError(answer)
        return int(answer, 16)


Firmware()
