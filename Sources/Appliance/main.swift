import Gestures
import Pipeline
print("hi")
