"""The one error that all of the table's own errors descend from."""


class SpyTableError(Exception):
    """Something that the table can say in a sentence: str(error) is for the person at the table.

    Each room's errors have a second parent, the built-in that fits (OSError, ValueError).
    """

    exit_status = 2
    """Of a command that ends with it. 2: a person has to change something first. 1: it may pass, as a device that is
    not there yet; a service is started again.
    """
