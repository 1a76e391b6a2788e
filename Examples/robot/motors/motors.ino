// Two motors on a TB6612FNG, driven by drive.py over USB: lines "LEFT RIGHT SUM", -255 to 255. A line that is damaged counts as none, and when none has
// come for 0.3 s the motors stop. For an Arduino Uno or a board like it.

struct Motor {
  int pwm, forward, back;
  int speed;                    // what it does now
  unsigned long turnsAt;        // when it may turn the other way
};

Motor motors[2] = {{5, 7, 8, 0, 0}, {6, 9, 10, 0, 0}};
const int standby = 4;
const unsigned long timeout = 300, deadTime = 100;  // milliseconds

char line[24];
unsigned length = 0;
unsigned long lastLine = 0;
int wanted[2] = {0, 0};
bool isDriving = false;

void set(Motor &motor, int speed, unsigned long now) {
  const int way = (speed > 0) - (speed < 0), before = (motor.speed > 0) - (motor.speed < 0);
  if (before != 0 && way != before) {  // first a rest
    motor.turnsAt = now + deadTime;
    speed = 0;
  } else if (before == 0 && (long)(now - motor.turnsAt) < 0) {
    speed = 0;
  }
  analogWrite(motor.pwm, 0);
  digitalWrite(motor.forward, speed > 0 ? HIGH : LOW);
  digitalWrite(motor.back, speed < 0 ? HIGH : LOW);
  analogWrite(motor.pwm, speed < 0 ? -speed : speed);
  motor.speed = speed;
}

// Takes a whole line; false if it is damaged.
bool take(const char *text) {
  int values[3];
  for (int i = 0; i < 3; i++) {
    const bool isNegative = *text == '-';
    if (isNegative) text++;
    if (*text < '0' || *text > '9') return false;
    int value = 0;
    while (*text >= '0' && *text <= '9' && value < 1000) value = 10 * value + (*text++ - '0');
    values[i] = isNegative ? -value : value;
    if (*text != (i < 2 ? ' ' : '\0')) return false;
    text++;
  }
  if (values[0] < -255 || values[0] > 255 || values[1] < -255 || values[1] > 255 || values[2] != values[0] + values[1]) return false;
  wanted[0] = values[0];
  wanted[1] = values[1];
  return true;
}

void setup() {
  for (Motor &motor : motors) {
    pinMode(motor.pwm, OUTPUT);
    pinMode(motor.forward, OUTPUT);
    pinMode(motor.back, OUTPUT);
  }
  pinMode(standby, OUTPUT);
  Serial.begin(115200);
}

void loop() {
  const unsigned long now = millis();
  while (Serial.available() > 0) {
    const char sign = Serial.read();
    if (sign != '\n') {
      if (length < sizeof line) line[length++] = sign;
      continue;
    }
    if (length < sizeof line) {
      line[length] = '\0';
      if (take(line)) {
        lastLine = now;
        isDriving = true;
      }
    }
    length = 0;
  }
  if (now - lastLine >= timeout) isDriving = false;
  digitalWrite(standby, isDriving ? HIGH : LOW);
  for (int i = 0; i < 2; i++) set(motors[i], isDriving ? wanted[i] : 0, now);
}
